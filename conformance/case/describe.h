#ifndef VIEWPROOF_CONFORMANCE_CASE_DESCRIBE_H_
#define VIEWPROOF_CONFORMANCE_CASE_DESCRIBE_H_

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "conformance/case/codec.h"

// One spelling of a struct. A description names each field once, and gives the
// reader, the writer, the comparison and the JSON Schema of the struct:
//
//   constexpr auto kShownCode = Describe<ShownCode>(
//       Needed("id", &ShownCode::id), Needed("dtype", &ShownCode::dtype),
//       Optional("lines", &ShownCode::lines));
namespace viewproof::json {

// One field of a struct S. `member` leads to what the codec reads: a member of
// S, or S itself (std::identity) where a field is of several members.
template <typename S, typename Member, typename Codec>
struct Field {
  using Condition = bool (*)(const S&);

  std::string_view name;
  Member member;
  Codec codec;
  bool is_needed = false;          // A reader refuses its absence.
  Condition is_due = nullptr;      // Or refuses it then.
  Condition is_written = nullptr;  // Absent: see ObjectOf::IsWritten.
  bool is_always_written = false;
  void (*if_absent)(S&) = nullptr;  // Sets what its absence says.

  // The JSON of it in this value.
  std::string Json(const S& value) const requires requires(std::string& out) {
    codec.Append(std::invoke(member, value), out);
  }
  {
    std::string out;
    codec.Append(std::invoke(member, value), out);
    return out;
  }

  // Whether its absence says the same of every value.
  constexpr bool has_default() const {
    return !is_needed && is_due == nullptr && if_absent == nullptr &&
           !std::is_same_v<Member, std::identity>;
  }

  constexpr Field DueIf(Condition holds) const {
    Field field = *this;
    field.is_due = field.is_written = holds;
    return field;
  }
  constexpr Field WrittenIf(Condition holds) const {
    Field field = *this;
    field.is_written = holds;
    return field;
  }
  constexpr Field IfAbsent(void (*set)(S&)) const {
    Field field = *this;
    field.if_absent = set;
    return field;
  }
};

// A field that is written always and must be there.
template <typename S, typename T, typename Codec = typename CodecOf<T>::Codec>
constexpr auto Needed(std::string_view name, T S::*member, Codec codec = {}) {
  return Field<S, T S::*, Codec>{.name = name,
                                 .member = member,
                                 .codec = codec,
                                 .is_needed = true,
                                 .is_always_written = true};
}

// A field that is written always and may be absent.
template <typename S, typename T, typename Codec = typename CodecOf<T>::Codec>
constexpr auto Written(std::string_view name, T S::*member, Codec codec = {}) {
  return Field<S, T S::*, Codec>{.name = name,
                                 .member = member,
                                 .codec = codec,
                                 .is_always_written = true};
}

// A field that is written where it differs from that of S{}, and may be absent.
template <typename S, typename T, typename Codec = typename CodecOf<T>::Codec>
constexpr auto Optional(std::string_view name, T S::*member, Codec codec = {}) {
  return Field<S, T S::*, Codec>{
      .name = name, .member = member, .codec = codec};
}

// The same of what `member` leads to in S; S itself, if none is given.
template <typename S, typename Codec, typename Member = std::identity>
constexpr auto NeededOf(std::string_view name, Codec codec,
                        Member member = {}) {
  return Field<S, Member, Codec>{.name = name,
                                 .member = member,
                                 .codec = codec,
                                 .is_needed = true,
                                 .is_always_written = true};
}
template <typename S, typename Codec, typename Member = std::identity>
constexpr auto OptionalOf(std::string_view name, Codec codec,
                          Member member = {}) {
  return Field<S, Member, Codec>{
      .name = name, .member = member, .codec = codec};
}

// The same of a member of a member.
template <typename S, typename Outer, typename T>
struct Within {
  Outer S::*outer;
  T Outer::*inner;

  template <typename Struct>
  constexpr auto& operator()(Struct& value) const {
    return value.*outer.*inner;
  }
};
template <typename S, typename Outer, typename T,
          typename Codec = typename CodecOf<T>::Codec>
constexpr auto Needed(std::string_view name, Outer S::*outer, T Outer::*inner,
                      Codec codec = {}) {
  return NeededOf<S>(name, codec, Within<S, Outer, T>{outer, inner});
}
template <typename S, typename Outer, typename T,
          typename Codec = typename CodecOf<T>::Codec>
constexpr auto Optional(std::string_view name, Outer S::*outer, T Outer::*inner,
                        Codec codec = {}) {
  return OptionalOf<S>(name, codec, Within<S, Outer, T>{outer, inner});
}

// A field that older writers wrote: it says what `codec` makes of it, and
// nobody writes it.
template <typename S, typename Codec, typename Member = std::identity>
constexpr auto ReadOnly(std::string_view name, Codec codec,
                        Member member = {}) {
  return OptionalOf<S>(name, codec, member).WrittenIf([](const S&) {
    return false;
  });
}

// Leaves a value, of any kind, to another reader.
struct Unread {
  template <typename Value, typename S>
  void Read(Value, std::string_view, S&) const {}
  template <typename S>
  void Append(const S&, std::string&) const {}
  std::string Schema() const { return "{}"; }
};

// Reads a value as `codec` does, and forgets it.
template <typename T, typename Codec = typename CodecOf<T>::Codec>
struct Forgotten {
  Codec codec = {};

  template <typename Value, typename S>
  void Read(Value value, std::string_view field, S&) const {
    T read = {};
    codec.Read(value, field, read);
  }
  template <typename S>
  void Append(const S&, std::string&) const {}
  std::string Schema() const { return codec.Schema(); }
};

// The codec of a struct that is an object with these fields. At most 64.
template <typename S, typename... Fields>
class ObjectOf {
 public:
  constexpr explicit ObjectOf(Fields... fields) : fields_(fields...) {}

  // With what must hold between the fields: throws BadInput where it does not.
  constexpr ObjectOf With(void (*law)(const S&)) const {
    ObjectOf object = *this;
    object.law_ = law;
    return object;
  }

  // Calls others(key, value) for each field that the struct does not have.
  template <typename Value, typename Others = void (*)(std::string_view, Value)>
  void Read(
      Value value, std::string_view where, S& into,
      Others others = [](std::string_view key, Value) {
        RefuseUnknown(key);
      }) const {
    Reader reader{*this, into};
    ForEachField(Object(value, where), where,
                 [&](std::string_view key, Value member) {
                   if (!reader.Read(key, member)) others(key, member);
                 });
    reader.Finish(where);
  }

  // Reads a line that is such an object, followed by kPadding readable bytes.
  void ReadLine(std::string_view line, S& into) const {
    od::parser parser;
    ReadLine(parser, line, into);
  }
  void ReadLine(od::parser& parser, std::string_view line, S& into) const {
    Reader reader{*this, into};
    ForEachFieldOfLine(parser, line,
                       [&](std::string_view key, od::value value) {
                         if (!reader.Read(key, value)) RefuseUnknown(key);
                       });
    reader.Finish("");
  }

  void Append(const S& value, std::string& out) const {
    out += '{';
    AppendFields(value, out);
    out += '}';
  }

  // The fields alone, for those that write more beside them.
  void AppendFields(const S& value, std::string& out) const {
    const std::size_t begin = out.size();
    ForEach([&](const auto& field) {
      if (!IsWritten(field, value)) return;
      if (out.size() > begin) out += ',';
      out.append("\"").append(field.name).append("\":");
      field.codec.Append(std::invoke(field.member, value), out);
    });
  }

  // `laws` says as more fields of the schema what holds between fields.
  std::string Schema(std::string_view laws = "") const {
    std::string properties;
    std::string needed;
    ForEach([&](const auto& field) {
      if (!properties.empty()) properties += ", ";
      properties += fmt::format("\"{}\": {}", field.name, SchemaOf(field));
      if (!field.is_needed) return;
      needed += needed.empty() ? "\"" : ", \"";
      needed.append(field.name).append("\"");
    });
    return fmt::format(
        R"({{"type": "object", "properties": {{{}}}, "required": [{}], )"
        R"("additionalProperties": false{}{}}})",
        properties, needed, laws.empty() ? "" : ", ", laws);
  }

  // The names of the fields that are due in this value, and not in all.
  std::vector<std::string_view> DueIn(const S& value) const {
    std::vector<std::string_view> names;
    ForEach([&](const auto& field) {
      if (field.is_due != nullptr && field.is_due(value)) {
        names.push_back(field.name);
      }
    });
    return names;
  }

  // Whether a writer writes the field of this value.
  template <typename F>
  static bool IsWritten(const F& field, const S& value) {
    if (field.is_always_written) return true;
    if (field.is_written != nullptr) return field.is_written(value);
    static const S standard = {};
    if constexpr (std::is_same_v<decltype(field.member), std::identity>) {
      return true;
    } else {
      return std::invoke(field.member, value) !=
             std::invoke(field.member, standard);
    }
  }

  constexpr const std::tuple<Fields...>& fields() const { return fields_; }

  // Calls visit(field) for each field, in the order in which it is written.
  template <typename Visit>
  constexpr void ForEach(Visit visit) const {
    std::apply([&](const Fields&... field) { (visit(field), ...); }, fields_);
  }

 private:
  static_assert(sizeof...(Fields) <= 64);

  // The schema of a field, with what its absence says.
  template <typename F>
  static std::string SchemaOf(const F& field) {
    std::string schema = field.codec.Schema();
    if constexpr (requires { field.Json(S()); }) {
      if (field.has_default()) {
        schema.insert(1, fmt::format("\"default\": {}, ", field.Json(S())));
      }
    }
    return schema;
  }

  // Reads one object, and knows the fields that it had.
  struct Reader {
    const ObjectOf& object;
    S& into;
    uint64_t seen = 0;

    // False if the object has no field of this name.
    template <typename Value>
    bool Read(std::string_view key, Value value) {
      uint64_t row = 1;
      bool found = false;
      object.ForEach([&](const auto& field) {
        if (!found && field.name == key) {
          found = true;
          if ((seen & row) != 0) RefuseSecond(key);
          seen |= row;
          field.codec.Read(value, key, std::invoke(field.member, into));
        }
        row <<= 1;
      });
      return found;
    }

    // Refuses a value that lacks a field. `where`: its own field; "" of a line.
    void Finish(std::string_view where) {
      uint64_t row = 1;
      object.ForEach([&](const auto& field) {
        const bool is_there = (seen & row) != 0;
        row <<= 1;
        if (is_there) return;
        if (field.is_needed ||
            (field.is_due != nullptr && field.is_due(into))) {
          Refuse(field.name, where.empty()
                                 ? "missing"
                                 : fmt::format("missing in {}", where));
        }
        if (field.if_absent != nullptr) field.if_absent(into);
      });
      if (object.law_ != nullptr) object.law_(into);
    }
  };

  void (*law_)(const S&) = nullptr;
  std::tuple<Fields...> fields_;
};

template <typename S, typename... Fields>
constexpr auto Describe(Fields... fields) {
  return ObjectOf<S, Fields...>(fields...);
}

// A line {"name":{..}} around an object.
template <typename S, typename Codec>
constexpr auto Enclosed(std::string_view name, Codec codec) {
  return Describe<S>(NeededOf<S>(name, codec));
}

}  // namespace viewproof::json

#endif  // VIEWPROOF_CONFORMANCE_CASE_DESCRIBE_H_
