#ifndef VIEWPROOF_CONFORMANCE_CASE_DESCRIBE_H_
#define VIEWPROOF_CONFORMANCE_CASE_DESCRIBE_H_

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
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

// Holds what leads to a member of a member.
template <typename S, typename Outer, typename Inner>
struct Within {
  Outer S::*outer;
  Inner inner;

  template <typename Struct>
  constexpr auto& operator()(Struct& value) const {
    return std::invoke(inner, value.*outer);
  }
};

// True if it leads to a member that each S has.
template <typename S, typename Member>
inline constexpr bool kIsOwn = std::is_member_object_pointer_v<Member>;
template <typename S, typename Outer, typename Inner>
inline constexpr bool kIsOwn<S, Within<S, Outer, Inner>> = kIsOwn<Outer, Inner>;

// True if it leads to one of which S{} holds a value.
template <typename T>
inline constexpr bool kIsOptional = false;
template <typename T>
inline constexpr bool kIsOptional<std::optional<T>> = true;
template <typename S, typename Member>
inline constexpr bool kHasStandard =
    kIsOwn<S, Member> &&
    !kIsOptional<std::remove_cvref_t<std::invoke_result_t<Member, S&>>>;

// The same as name == key, with a constant of which the compiler compares
// words.
inline bool IsNamed(std::string_view name, std::string_view key) {
  return name.size() == key.size() &&
         std::memcmp(name.data(), key.data(), name.size()) == 0;
}

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

  // Returns whether its absence says of every value what S{} says.
  constexpr bool has_default() const {
    return kIsOwn<S, Member> && !is_needed && is_due == nullptr &&
           if_absent == nullptr;
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
template <typename S, typename Outer, typename T,
          typename Codec = typename CodecOf<T>::Codec>
constexpr auto Needed(std::string_view name, Outer S::*outer, T Outer::*inner,
                      Codec codec = {}) {
  return NeededOf<S>(name, codec, Within<S, Outer, T Outer::*>{outer, inner});
}
template <typename S, typename Outer, typename T,
          typename Codec = typename CodecOf<T>::Codec>
constexpr auto Optional(std::string_view name, Outer S::*outer, T Outer::*inner,
                        Codec codec = {}) {
  return OptionalOf<S>(name, codec, Within<S, Outer, T Outer::*>{outer, inner});
}

// A field that must be there, of a member that is a described struct itself.
template <typename S, typename Outer, typename Member, typename Codec>
constexpr auto NeededIn(Outer S::*outer, Field<Outer, Member, Codec> field) {
  return NeededOf<S>(field.name, field.codec,
                     Within<S, Outer, Member>{outer, field.member});
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

// Writes a field that no reader knows, and no schema.
template <typename Codec>
struct Unknown {
  Codec codec = {};

  template <typename Value, typename T>
  [[noreturn]] void Read(Value, std::string_view field, T&) const {
    RefuseUnknown(field);
  }
  template <typename T>
  void Append(const T& value, std::string& out) const {
    codec.Append(value, out);
  }
};
template <typename Codec>
Unknown(Codec) -> Unknown<Codec>;

// Leaves a value, of any kind, to another reader.
struct UnreadValue {
  template <typename Value, typename S>
  void Read(Value, std::string_view, S&) const {}
  template <typename S>
  void Append(const S&, std::string&) const {}
  std::string Schema() const { return "{}"; }
};

// Reads a value as `codec` does, and forgets it.
template <typename T, typename Codec = typename CodecOf<T>::Codec>
struct ForgottenValue {
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

// Holds what a reader does with a field that the struct does not have.
struct OthersRefused {
  template <typename Value>
  [[noreturn]] void operator()(std::string_view key, Value) const {
    RefuseUnknown(key);
  }
};

// Holds what a field is read in, if its codec need not know.
struct NoContext {};

// Says how a reader says that a value lacks a field. `where`: its own field; ""
// of a line.
using RefuseMissing = void (*)(std::string_view where, std::string_view name);
[[noreturn]] inline void RefuseByName(std::string_view where,
                                      std::string_view name) {
  Refuse(name, where.empty() ? "missing" : fmt::format("missing in {}", where));
}

// The codec of a struct that is an object with these fields. At most 64.
template <typename S, typename... Fields>
class ObjectOf {
 public:
  constexpr explicit ObjectOf(Fields... fields) : fields_(fields...) {}

  // Adds what must hold between the fields: it throws BadInput where it does
  // not.
  constexpr ObjectOf With(void (*law)(const S&)) const {
    ObjectOf object = *this;
    object.law_ = law;
    return object;
  }

  // Reads over an old value, and keeps its memory: a member whose field is
  // absent becomes that of S{}.
  constexpr ObjectOf ReadOver() const {
    ObjectOf object = *this;
    object.reads_over_ = true;
    return object;
  }

  // Adds what refuses a value that lacks a field.
  constexpr ObjectOf IfMissing(RefuseMissing refuse) const {
    ObjectOf object = *this;
    object.refuse_missing_ = refuse;
    return object;
  }

  // The fields that an object had.
  struct Given {
    const ObjectOf& object;
    uint64_t rows = 0;

    bool Has(std::string_view name) const {
      uint64_t row = 1;
      bool has = false;
      object.ForEach([&](const auto& field) {
        if (IsNamed(field.name, name)) has = (rows & row) != 0;
        row <<= 1;
      });
      return has;
    }
  };

  // Calls others(key, value) for each field that the struct does not have.
  template <typename Value, typename Others = OthersRefused>
  [[gnu::always_inline]] Given Read(Value value, std::string_view where,
                                    S& into, Others others = {}) const {
    Given given{*this};
    ForEachField(Object(value, where), where,
                 [&](std::string_view key, auto member) {
                   if (!ReadField(key, member, into, given.rows)) {
                     others(key, member);
                   }
                 });
    Finish(where, given.rows, into);
    return given;
  }

  // Reads an object that has one field alone. `second`, `none`: what is wrong
  // with another. A codec that has ReadIn is told the context.
  template <typename Value, typename Context = NoContext>
  [[gnu::always_inline]] void ReadOne(Value value, std::string_view where,
                                      S& into, std::string_view second,
                                      std::string_view none,
                                      const Context& context = {}) const {
    uint64_t seen = 0;
    ForEachField(Object(value, where), where,
                 [&](std::string_view key, Value member) {
                   if (seen != 0) Refuse(key, second);
                   if (!ReadField(key, member, into, seen, context)) {
                     RefuseUnknown(key);
                   }
                 });
    if (seen == 0) Refuse(where, none);
  }

  // Reads a line that is such an object, followed by kPadding readable bytes.
  void ReadLine(std::string_view line, S& into) const {
    od::parser parser;
    ReadLine(parser, line, into);
  }
  template <typename Others = OthersRefused, typename Context = NoContext>
  [[gnu::always_inline]] Given ReadLine(od::parser& parser,
                                        std::string_view line, S& into,
                                        Others others = {},
                                        const Context& context = {}) const {
    Given given{*this};
    ForEachFieldOfLine(
        parser, line, [&](std::string_view key, od::value value) {
          if (!ReadField(key, value, into, given.rows, context)) {
            others(key, value);
          }
        });
    Finish("", given.rows, into);
    return given;
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
      out += '"';
      out.append(field.name).append("\":");
      field.codec.Append(std::invoke(field.member, value), out);
    });
  }

  // `laws` says as more fields of the schema what holds between fields.
  std::string Schema(std::string_view laws = "") const {
    std::string properties;
    std::string needed;
    ForEach([&](const auto& field) {
      if constexpr (requires { field.codec.Schema(); }) {
        if (!properties.empty()) properties += ", ";
        properties += fmt::format("\"{}\": {}", field.name, SchemaOf(field));
        if (!field.is_needed) return;
        needed += needed.empty() ? "\"" : ", \"";
        needed.append(field.name).append("\"");
      }
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

  // Returns whether a writer writes the field of this value.
  template <typename F>
  static bool IsWritten(const F& field, const S& value) {
    if (field.is_always_written) return true;
    if (field.is_written != nullptr) return field.is_written(value);
    if constexpr (kIsOwn<S, decltype(field.member)>) {
      return std::invoke(field.member, value) !=
             std::invoke(field.member, Standard());
    } else {
      return true;
    }
  }

  constexpr const std::tuple<Fields...>& fields() const { return fields_; }

  // Calls visit(field) for each field, in the order in which it is written.
  template <typename Visit>
  [[gnu::always_inline]] constexpr void ForEach(Visit visit) const {
    std::apply([&](const Fields&... field) { (visit(field), ...); }, fields_);
  }

 private:
  static_assert(sizeof...(Fields) <= 64);

  // The schema of a field, with what its absence says.
  template <typename F>
  static std::string SchemaOf(const F& field) {
    std::string schema = field.codec.Schema();
    if constexpr (kHasStandard<S, decltype(field.member)> &&
                  requires { field.Json(S()); }) {
      if (field.has_default()) {
        schema.insert(1, fmt::format("\"default\": {}, ", field.Json(S())));
      }
    }
    return schema;
  }

  // False if there is no field of this name. Inlined: names are constants then.
  template <typename Value, typename Context = NoContext>
  [[gnu::always_inline]] bool ReadField(std::string_view key, Value value,
                                        S& into, uint64_t& seen,
                                        const Context& context = {}) const {
    uint64_t row = 1;
    bool found = false;
    ForEach([&](const auto& field) {
      if (!found && IsNamed(field.name, key)) {
        found = true;
        if ((seen & row) != 0) RefuseSecond(key);
        seen |= row;
        auto& member = std::invoke(field.member, into);
        if constexpr (requires {
                        field.codec.ReadIn(context, value, key, member);
                      }) {
          field.codec.ReadIn(context, value, key, member);
        } else {
          field.codec.Read(value, key, member);
        }
      }
      row <<= 1;
    });
    return found;
  }

  // Refuses a value that lacks a field, and sets what absence says.
  void Finish(std::string_view where, uint64_t seen, S& into) const {
    uint64_t row = 1;
    ForEach([&](const auto& field) {
      const bool is_there = (seen & row) != 0;
      row <<= 1;
      if (is_there) return;
      if (field.is_needed || (field.is_due != nullptr && field.is_due(into))) {
        refuse_missing_(where, field.name);
      }
      if (field.if_absent != nullptr) {
        field.if_absent(into);
      } else if constexpr (kIsOwn<S, decltype(field.member)>) {
        if (!reads_over_) return;
        std::invoke(field.member, into) = std::invoke(field.member, Standard());
      }
    });
    if (law_ != nullptr) law_(into);
  }

  static const S& Standard() {
    static const S standard = {};
    return standard;
  }

  void (*law_)(const S&) = nullptr;
  RefuseMissing refuse_missing_ = &RefuseByName;
  bool reads_over_ = false;
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
