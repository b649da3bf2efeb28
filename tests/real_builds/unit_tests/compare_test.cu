// Predicates, matchers by hand and assertions that launch what they compare.
#include <cuda_tile.h>
#include <cmath>
#include <functional>
#include <memory>
#include "cuda_check.h"
namespace ct = cuda::tiles;
struct Square { template <class T> __tile__ T operator()(T x) const { return x * x; } };
struct Half { template <class T> __tile__ T operator()(T x) const { return x * 0.5f; } };
template <class Op, class T> __tile_global__ void apply(const T* x, T* y) {
  auto i = ct::iota<ct::tile<int, ct::shape<64>>>();
  ct::store(y + i, Op{}(ct::load(x + i)));
}
template <class T> struct Unmanaged { void operator()(T* p) const { cudaFree(p); } };
template <class T> using Managed = std::unique_ptr<T[], Unmanaged<T>>;
template <class T> Managed<T> make_managed(std::size_t n) {
  T* p = nullptr;
  EXPECT_CUDA_OK(cudaMallocManaged(&p, n * sizeof(T)));
  return Managed<T>(p);
}
template <class Op, class T>
::testing::AssertionResult Agrees(Op, std::function<T(T)> expected, T tolerance) {
  auto x = make_managed<T>(64), y = make_managed<T>(64);
  if (!x || !y) return ::testing::AssertionSuccess() << "no GPU";
  for (int i = 0; i < 64; ++i) x[i] = T(i);
  apply<Op><<<1, 1>>>(x.get(), y.get());
  if (auto error = cudaDeviceSynchronize(); error != cudaSuccess) return ::testing::AssertionFailure() << cudaGetErrorString(error);
  for (int i = 0; i < 64; ++i)
    if (std::abs(expected(x[i]) - y[i]) > tolerance) return ::testing::AssertionFailure() << "at " << i << ": " << y[i];
  return ::testing::AssertionSuccess();
}
TEST(Compare, Predicates) {
  EXPECT_TRUE(Agrees(Square{}, std::function<float(float)>([](float x) { return x * x; }), 0.f));
  EXPECT_TRUE((Agrees<Half, float>(Half{}, [](float x) { return x / 2; }, 1e-6f)));
  EXPECT_PRED3([](auto op, auto expected, double t) { return bool(Agrees<decltype(op), double>(op, expected, t)); },
               Square{}, static_cast<double (*)(double)>([](double x) { return x * x; }), 0.0);
  SCOPED_TRACE(::testing::Message() << "in place");
  auto in_place = []<class... Ops>(auto* p, Ops...) { (apply<Ops><<<1, 1>>>(p, p), ...); };
  ASSERT_NO_FATAL_FAILURE(in_place(static_cast<int*>(nullptr), Square{}));
}
