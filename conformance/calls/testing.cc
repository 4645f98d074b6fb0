#include "conformance/calls/testing.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "conformance/case/fill.h"
#include "conformance/case/kernel.h"
#include "conformance/case/operands.h"
#include "conformance/judge/answers.h"
#include "conformance/judge/blame.h"
#include "conformance/judge/compare.h"
#include "conformance/process/in_process.h"
#include "conformance/subjects/reference.h"

namespace viewproof {
namespace {

using Numbers = std::vector<Scalar>;

// The operands of a kernel, in row-major order.
struct KernelInput {
  std::vector<Ints> sizes;
  std::vector<Numbers> numbers;
};

int64_t RowOf(const Ints& sizes) { return sizes.empty() ? 1 : sizes.back(); }

// Returns what the kernel gives.
std::vector<Literal> Compute(std::string_view kernel, const KernelInput& in,
                             DType dtype) {
  Numbers made = in.numbers[0];
  const Ints& sizes = in.sizes[0];
  const int64_t row = RowOf(sizes);
  const auto literal = [](DType of, const Ints& with, Numbers numbers) {
    return Literal{of, with, Values{FormOf(of), std::move(numbers)}};
  };
  if (kernel == "neg") {
    for (Scalar& number : made) number = {-number.re, -number.im};
  } else if (kernel == "add") {
    for (std::size_t k = 0; k < made.size(); ++k) {
      made[k].re += in.numbers[1][k].re;
      made[k].im += in.numbers[1][k].im;
    }
  } else if (kernel == "cumsum") {
    for (std::size_t k = 1; k < made.size(); ++k) {
      if (k % row != 0) made[k].re += made[k - 1].re;
    }
  } else if (kernel == "sum") {
    Scalar sum;
    for (const Scalar& number : made) sum.re += number.re;
    return {literal(dtype, {}, {sum})};
  } else if (kernel == "index_add") {
    // x[index[k]] += y[k], of rows.
    for (std::size_t k = 0; k < in.numbers[2].size(); ++k) {
      const auto to = static_cast<std::size_t>(in.numbers[1][k / row].re);
      made[to * row + k % row].re += in.numbers[2][k].re;
    }
  } else if (kernel == "sort") {
    Numbers places;
    for (std::size_t first = 0; first < made.size(); first += row) {
      std::vector<int64_t> order(row);
      std::iota(order.begin(), order.end(), 0);
      std::ranges::sort(order, {},
                        [&](int64_t k) { return in.numbers[0][first + k].re; });
      for (int64_t k = 0; k < row; ++k) {
        made[first + k] = in.numbers[0][first + order[k]];
        places.push_back(Whole(order[k]));
      }
    }
    return {literal(dtype, sizes, made), literal(DType::kInt64, sizes, places)};
  }
  return {literal(dtype, sizes, made)};
}

bool IsPlain(const Tensor& tensor) {
  return IsContiguous(tensor.geometry) && tensor.geometry.offset == 0 &&
         !tensor.conj && !tensor.neg;
}

// As the tensor lies for who does not look at its strides.
Tensor Dense(const Tensor& tensor) {
  Tensor dense = tensor;
  dense.geometry.strides = *ContiguousStrides(tensor.geometry.sizes);
  return dense;
}

bool FitsStorage(const Tensor& tensor) {
  int64_t last = tensor.geometry.offset;
  for (std::size_t d = 0; d < tensor.geometry.sizes.size(); ++d) {
    if (tensor.geometry.sizes[d] == 0) return true;
    last += (tensor.geometry.sizes[d] - 1) * tensor.geometry.strides[d];
  }
  return (last + 1) * ItemSize(tensor.dtype) <=
         std::ssize(tensor.storage->bytes);
}

// The numbers that follow each other in the storage, round and round.
Numbers ReadAsDense(const Tensor& tensor) {
  const int64_t cells =
      std::ssize(tensor.storage->bytes) / ItemSize(tensor.dtype);
  Numbers numbers;
  for (int64_t k = 0; k < *Numel(tensor.geometry.sizes); ++k) {
    const int64_t cell = (tensor.geometry.offset + k) % cells;
    numbers.push_back(Decode(tensor.dtype, ElementAt(tensor, cell)));
  }
  return numbers;
}

class KernelLibrary : public Subject {
 public:
  KernelLibrary(KernelBug bug, std::string bugged)
      : bug_(bug),
        bugged_(std::move(bugged)),
        library_(MakeWrapped("kernels", [this](const Call<Tensor>& call) {
          return std::optional(Answered(call));
        })) {
    hello_ = library_->hello();
    const std::vector<CallForm> all(kCallForms.begin(), kCallForms.end());
    const std::vector<DType> dtypes = {DType::kFloat32, DType::kInt64};
    const auto add = [&](std::string name, std::vector<CallForm> forms,
                         const std::vector<std::string>& operands,
                         std::vector<DType> of) {
      DeclaredKernel& kernel = hello_.calls.emplace_back();
      kernel.name = std::move(name);
      kernel.forms = std::move(forms);
      for (const std::string& operand : operands) {
        kernel.operands.push_back(ReadOperand(operand, "operands"));
      }
      kernel.dtypes = std::move(of);
    };
    add("neg", all, {"x T[...] any"}, {DType::kFloat32, DType::kComplex64});
    add("add", all, {"x T[...] exact", "y T[...] exact"}, dtypes);
    add("cumsum", all, {"x T[..., N] exact"}, dtypes);
    add("sum", {CallForm::kNew, CallForm::kOut}, {"x T[...] exact"}, dtypes);
    add("index_add", {CallForm::kNew, CallForm::kInPlace},
        {"x T[N, C] exact", "i int64[N] <N", "y T[N, C] exact"}, dtypes);
    add("sort", {CallForm::kNew, CallForm::kOut}, {"x T[M, N] distinct"},
        dtypes);
    if (bugged_.empty()) return;
    const std::string_view op = bugged_;
    std::erase_if(hello_.calls, [op](const DeclaredKernel& kernel) {
      return std::ranges::none_of(kCallForms, [&](CallForm form) {
        return CallName(kernel.name, form) == op;
      });
    });
  }

  const Hello& hello() const override { return hello_; }
  void Run(const Case& test, Reply& reply) override {
    library_->Run(test, reply);
  }

 private:
  bool Has(const Call<Tensor>& call, KernelBug bug) const {
    return bug_ == bug && call.op.name == bugged_;
  }

  static bool SharesStorage(const Call<Tensor>& call) {
    std::set<const Storage*> storages = {call.operand.storage.get()};
    for (std::size_t k = 0; k < call.op.asked(); ++k) {
      if (!storages.insert(call.tensors[k]->storage.get()).second) return true;
    }
    return false;
  }

  Numbers NumbersOf(const Call<Tensor>& call, const Tensor& tensor,
                    std::size_t operand) const {
    if (Has(call, KernelBug::kReadsSecondInStorageOrder) && operand == 0) {
      return Read(tensor);
    }
    Tensor seen = tensor;
    const bool in_order = Has(call, KernelBug::kReadsInStorageOrder) ||
                          Has(call, KernelBug::kReadsSecondInStorageOrder);
    if (in_order) {
      Numbers numbers;
      std::vector<std::pair<int64_t, Scalar>> by_address;
      const Numbers right = Read(tensor);
      std::size_t next = 0;
      ForEachAddress(tensor.geometry, [&](int64_t address) {
        by_address.emplace_back(address, right[next++]);
      });
      std::ranges::stable_sort(by_address, {},
                               [](const auto& at) { return at.first; });
      for (const auto& [address, number] : by_address) {
        numbers.push_back(number);
      }
      return numbers;
    }
    if (Has(call, KernelBug::kReadsFromStart)) seen.geometry.offset = 0;
    if (Has(call, KernelBug::kReadsWithoutGaps)) seen = Dense(tensor);
    if (Has(call, KernelBug::kReadsWithStride1) &&
        !seen.geometry.strides.empty()) {
      int64_t& last = seen.geometry.strides.back();
      last = std::min<int64_t>(last, 1);
    }
    if (Has(call, KernelBug::kReadsStride0AsDense) &&
        std::ranges::count(tensor.geometry.strides, 0) > 0) {
      return ReadAsDense(tensor);
    }
    if (Has(call, KernelBug::kIgnoresBit)) seen.conj = seen.neg = false;
    return FitsStorage(seen) ? Read(seen) : Read(tensor);
  }

  void Write(const Call<Tensor>& call, const Tensor& target,
             const Literal& made, bool is_second) const {
    if (Has(call, KernelBug::kWritesNothing) && !IsPlain(target)) return;
    if (Has(call, KernelBug::kWritesNothingIfShared) && SharesStorage(call)) {
      return;
    }
    const bool is_dense =
        Has(call, KernelBug::kWritesAsDense) ||
        (Has(call, KernelBug::kWritesSecondWrongly) && is_second);
    Tensor to = is_dense ? Dense(target) : target;
    if (!FitsStorage(to)) to = target;
    std::size_t next = 0;
    int64_t last = 0;
    const auto write = [&](int64_t address, const Scalar& number) {
      std::byte element[kMaxItemSize];
      Encode(made.dtype, number, element);
      StoreElement(to, address, element);
    };
    ForEachAddress(to.geometry, [&](int64_t address) {
      write(address, made.values->list[next++]);
      last = std::max(last, address);
    });
    if (Has(call, KernelBug::kWritesBeyond) && next > 0 &&
        (last + 2) * ItemSize(to.dtype) <= std::ssize(to.storage->bytes)) {
      write(last + 1, made.values->list.back());
    }
  }

  Answer<Tensor> Answered(const Call<Tensor>& call) const {
    if (call.op.call == nullptr) return call.Make();
    const std::size_t asked = call.op.asked();
    std::vector<const Tensor*> tensors = {&call.operand};
    for (std::size_t k = 0; k < asked; ++k) tensors.push_back(call.tensors[k]);
    const bool all_plain = std::ranges::all_of(
        tensors, [](const Tensor* tensor) { return IsPlain(*tensor); });
    if (Has(call, KernelBug::kRefusesStrided) && !all_plain) {
      return ErrorReply{
          .kind = {}, .rule = "", .message = "expected a dense tensor"};
    }
    if (Has(call, KernelBug::kDies) && !all_plain) {
      throw std::runtime_error("the library died");
    }
    std::string kernel(call.op.name.substr(kCallPrefix.size()));
    const bool is_out = kernel.ends_with(".out");
    const bool is_in_place = kernel.ends_with('_');
    if (is_out) kernel.resize(kernel.size() - 4);
    if (is_in_place) kernel.pop_back();
    const std::size_t operands = kernel == "index_add" ? 3
                                 : kernel == "add"     ? 2
                                                       : 1;
    KernelInput in;
    for (std::size_t k = 0; k < operands; ++k) {
      in.sizes.push_back(tensors[k]->geometry.sizes);
      const bool is_first = Has(call, KernelBug::kReadsFirstOfShared) &&
                            tensors[k]->storage == tensors[0]->storage;
      in.numbers.push_back(NumbersOf(call, *tensors[is_first ? 0 : k], k));
    }
    const bool is_in_range = std::ranges::all_of(
        in.numbers.size() == 3 ? in.numbers[1] : Numbers(),
        [&](const Scalar& number) {
          return number.re >= 0 &&
                 number.re < static_cast<double>(in.sizes[0][0]);
        });
    if (!is_in_range)
      return ErrorReply{.kind = {}, .rule = "", .message = "out of range"};
    const std::vector<Literal> made = Compute(kernel, in, call.operand.dtype);
    Outputs<Tensor> outputs;
    if (is_in_place) {
      Write(call, call.operand, made.front(), false);
    } else if (is_out) {
      for (std::size_t k = 0; k < made.size(); ++k) {
        Write(call, *tensors[operands + k], made[k], k == 1);
      }
    } else {
      for (const Literal& literal : made) {
        outputs.tensors.push_back(TensorOf(literal));
      }
      if (Has(call, KernelBug::kReturnsOperand) && !IsPlain(call.operand)) {
        outputs.tensors.front() = call.operand;
        outputs.self = true;
      }
      if (Has(call, KernelBug::kWritesOperand) && !IsPlain(call.operand) &&
          made.front().values->list.size() >= 1) {
        Literal spread = made.front();
        spread.values->list.resize(*Numel(call.operand.geometry.sizes),
                                   spread.values->list.front());
        if (spread.dtype == call.operand.dtype) {
          Write(call, call.operand, spread, false);
        }
      }
    }
    return outputs;
  }

  const KernelBug bug_;
  const std::string bugged_;
  Hello hello_;
  std::unique_ptr<Subject> library_;
};

class Misdeclared : public Subject {
 public:
  explicit Misdeclared(std::string fault)
      : fault_(std::move(fault)),
        library_(MakeWrapped("misdeclared", [this](const Call<Tensor>& call) {
          return std::optional(Answered(call));
        })) {
    hello_ = library_->hello();
    DeclaredKernel& kernel = hello_.calls.emplace_back();
    kernel.name = std::string("f");
    kernel.forms = {fault_ == "keeps" ? CallForm::kInPlace : CallForm::kNew};
    kernel.operands = {ReadOperand("x float32[...] any", "operands")};
  }

  const Hello& hello() const override { return hello_; }
  void Run(const Case& test, Reply& reply) override {
    library_->Run(test, reply);
  }

 private:
  Answer<Tensor> Answered(const Call<Tensor>& call) {
    if (call.op.call == nullptr) return call.Make();
    if (fault_ == "refuses" || fault_ == "misspells") {
      return ErrorReply{.kind = {},
                        .rule = "",
                        .message = "no",
                        .misspelt = fault_ == "misspells"};
    }
    Outputs<Tensor> outputs;
    if (fault_ == "keeps") return outputs;
    const double number =
        fault_ == "counts" ? static_cast<double>(++calls_) : 7;
    outputs.tensors.push_back(
        TensorOf({DType::kFloat32, {}, Values{Form::kNumber, {{number}}}}));
    return outputs;
  }

  const std::string fault_;
  int64_t calls_ = 0;
  Hello hello_;
  std::unique_ptr<Subject> library_;
};

}  // namespace

std::unique_ptr<Subject> MakeKernelLibrary(KernelBug bug, std::string bugged) {
  return std::make_unique<KernelLibrary>(bug, std::move(bugged));
}

std::unique_ptr<Subject> MakeMisdeclared(std::string fault) {
  return std::make_unique<Misdeclared>(std::move(fault));
}

Judged JudgeLibrary(Subject& library) {
  const std::atomic<bool> go_on = false;
  const auto executor = MakeInProcess(library);
  Judged judged;
  judged.calls = std::make_unique<KernelCalls>(library.hello());
  KernelCalls& calls = *judged.calls;
  calls.AskPlain(*executor, go_on, nullptr);
  Comparator comparator(library.hello(), library.hello().facets);
  Judgement judgement;
  for (std::size_t k = 0; k < calls.size(); ++k) {
    const Vector vector = calls.MakeVector(k);
    judged.ops.insert(std::string(vector.test.id, 0, vector.test.id.find('/')));
    ++judged.cases;
    Reply reply;
    try {
      library.Run(vector.test, reply);
    } catch (const std::runtime_error&) {
      ++judged.failures[BlamedForDeath(vector.test,
                                       CallStepOf(vector.test.chain))];
      continue;
    }
    comparator.Compare(vector, reply, judgement);
    if (judgement.differences.empty()) continue;
    ++judged.failures[judgement.differences.front().op];
    Record record;
    record.id = vector.test.id;
    record.dtype = vector.test.base.dtype;
    record.answers = AnswersAt(reply, judgement.differences);
    judged.failed.push_back(std::move(record));
  }
  return judged;
}

}  // namespace viewproof
