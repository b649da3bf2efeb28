// Dispatch over scalar types by macros in the style of ATen.
#include <cuda_tile.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdexcept>
namespace ct = cuda::tiles;
enum class ScalarType : signed char { Byte, Int, Half, Float, Double, BFloat16, Bool };
template <ScalarType> struct Cpp;
template <> struct Cpp<ScalarType::Float> { using type = float; };
template <> struct Cpp<ScalarType::Double> { using type = double; };
template <> struct Cpp<ScalarType::Half> { using type = __half; };
template <> struct Cpp<ScalarType::BFloat16> { using type = __nv_bfloat16; };
#define PRIVATE_CASE(ENUM, ...) case ENUM: { using scalar_t [[maybe_unused]] = typename Cpp<ENUM>::type; return __VA_ARGS__(); }
#define SWITCH(TYPE, NAME, ...)                                              \
  [&] { const auto& the_type = TYPE; constexpr const char* at_name = NAME;   \
    switch (the_type) { __VA_ARGS__ default: throw std::runtime_error(at_name); } }()
#define CASE_FLOATING(...) PRIVATE_CASE(ScalarType::Float, __VA_ARGS__) PRIVATE_CASE(ScalarType::Double, __VA_ARGS__)
#define DISPATCH_FLOATING(TYPE, NAME, ...) SWITCH(TYPE, NAME, CASE_FLOATING(__VA_ARGS__))
#define DISPATCH_FLOATING_AND2(A, B, TYPE, NAME, ...) \
  SWITCH(TYPE, NAME, CASE_FLOATING(__VA_ARGS__) PRIVATE_CASE(A, __VA_ARGS__) PRIVATE_CASE(B, __VA_ARGS__))
#define DISPATCH_BOOL(COND, NAME, ...) \
  [&] { if (COND) { constexpr bool NAME = true; return __VA_ARGS__(); } else { constexpr bool NAME = false; return __VA_ARGS__(); } }()
template <typename scalar_t, bool kCausal, int kBlock = 64, typename acc_t = float>
__tile_global__ void softmax_kernel(scalar_t* out, const scalar_t* in) {
  auto i = int(ct::bid().x) * kBlock + ct::iota<ct::tile<int, ct::shape<kBlock>>>();
  auto x = ct::element_cast<acc_t>(ct::load(in + i));
  if constexpr (kCausal) x = x + x;
  ct::store(out + i, ct::element_cast<scalar_t>(x));
}
struct Tensor { void* data; ScalarType t; template <class T> T* ptr() const { return static_cast<T*>(data); } ScalarType scalar_type() const { return t; } };
void softmax(Tensor out, Tensor in, bool causal) {
  DISPATCH_FLOATING_AND2(ScalarType::Half, ScalarType::BFloat16, in.scalar_type(), "softmax", [&] {
    DISPATCH_BOOL(causal, kCausal, [&] { softmax_kernel<scalar_t, kCausal><<<8, 1>>>(out.ptr<scalar_t>(), in.ptr<scalar_t>()); });
  });
}
void backward(Tensor out, Tensor in) {
  DISPATCH_FLOATING(out.scalar_type(), "backward", ([&] {
    constexpr int block = sizeof(scalar_t) > 4 ? 32 : 256;
    softmax_kernel<scalar_t, true, block, double><<<8, 1>>>(out.ptr<scalar_t>(), in.ptr<scalar_t>());
  }));
}
