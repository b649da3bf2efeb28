// The parts of PyTorch's headers that the extension uses, so that it builds where PyTorch is not
// installed; with PyTorch's own
// the kernels are the same (tests/incumbent/torch_extension.py).
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

namespace c10 {
enum class ScalarType : int8_t { Byte, Char, Short, Int, Long, Half, Float, Double, BFloat16 };
struct alignas(2) Half {
  unsigned short x;
};
struct alignas(2) BFloat16 {
  unsigned short x;
};
struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};
template <class T>
class ArrayRef {
 public:
  ArrayRef(std::initializer_list<T> list) : data_(list.begin()), size_(list.size()) {}
  ArrayRef(const std::vector<T>& list) : data_(list.data()), size_(list.size()) {}
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }

 private:
  const T* data_;
  std::size_t size_;
};
}  // namespace c10

namespace at {
using c10::BFloat16;
using c10::Half;
using c10::ScalarType;
constexpr auto kFloat = ScalarType::Float;
constexpr auto kHalf = ScalarType::Half;
constexpr auto kBFloat16 = ScalarType::BFloat16;

struct TensorOptions {
  ScalarType type = ScalarType::Float;
  TensorOptions dtype(ScalarType t) const { return {t}; }
};
class Tensor {
 public:
  template <class T>
  T* data_ptr() const { return static_cast<T*>(data_); }
  int64_t size(int64_t dim) const { return sizes_.at(dim < 0 ? sizes_.size() + dim : dim); }
  int64_t numel() const;
  int64_t dim() const { return static_cast<int64_t>(sizes_.size()); }
  ScalarType scalar_type() const { return type_; }
  bool is_cuda() const { return true; }
  bool is_contiguous() const { return true; }
  Tensor contiguous() const { return *this; }
  TensorOptions options() const { return {type_}; }

 private:
  void* data_ = nullptr;
  std::vector<int64_t> sizes_;
  ScalarType type_ = ScalarType::Float;
};
Tensor empty_like(const Tensor& like);
Tensor empty(c10::ArrayRef<int64_t> sizes, TensorOptions options);
}  // namespace at

namespace torch {
using at::empty;
using at::empty_like;
using at::Tensor;
constexpr auto kFloat32 = at::ScalarType::Float;
}  // namespace torch

#define TORCH_CHECK(condition, ...) \
  if (!(condition)) throw c10::Error("check failed: " #condition)

#define AT_PRIVATE_CASE_TYPE(enum_type, type, ...) \
  case enum_type: {                                \
    using scalar_t = type;                         \
    return __VA_ARGS__();                          \
  }
#define AT_DISPATCH_FLOATING_TYPES(TYPE, NAME, ...)                           \
  [&] {                                                                       \
    switch (TYPE) {                                                           \
      AT_PRIVATE_CASE_TYPE(at::ScalarType::Double, double, __VA_ARGS__)       \
      AT_PRIVATE_CASE_TYPE(at::ScalarType::Float, float, __VA_ARGS__)         \
      default: throw c10::Error(std::string(NAME) + ": type not implemented"); \
    }                                                                         \
  }()
#define AT_DISPATCH_INTEGRAL_TYPES(TYPE, NAME, ...)                           \
  [&] {                                                                       \
    switch (TYPE) {                                                           \
      AT_PRIVATE_CASE_TYPE(at::ScalarType::Byte, uint8_t, __VA_ARGS__)        \
      AT_PRIVATE_CASE_TYPE(at::ScalarType::Char, int8_t, __VA_ARGS__)         \
      AT_PRIVATE_CASE_TYPE(at::ScalarType::Int, int, __VA_ARGS__)             \
      AT_PRIVATE_CASE_TYPE(at::ScalarType::Long, int64_t, __VA_ARGS__)        \
      AT_PRIVATE_CASE_TYPE(at::ScalarType::Short, int16_t, __VA_ARGS__)       \
      default: throw c10::Error(std::string(NAME) + ": type not implemented"); \
    }                                                                         \
  }()
#define PYBIND11_MODULE(name, variable) void init_##name(struct module_& variable)
