// Policies, tag dispatch, traits, type lists, recursion.
#include <cuda_tile.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <tuple>
#include <type_traits>
namespace ct = cuda::tiles;
template <class... T> struct TypeList {};
template <int M, int N, int K> struct TileShape { static constexpr int m = M, n = N, k = K; };
struct RowMajor {}; struct ColMajor {};
template <class Shape, class A, class B, class LayoutA = RowMajor, class LayoutB = ColMajor> struct GemmPolicy { using shape = Shape; using a = A; using b = B; };
template <class Policy, class Epilogue> __tile_global__ void gemm(const typename Policy::a* a, const typename Policy::b* b, float* c, Epilogue* e) {
  ct::store(c, Epilogue::template apply<float>(float(Policy::shape::m)));
}
struct Identity { template <class T> __tile__ static T apply(T x) { return x; } };
template <class Next, int Scale = 1> struct Scaled { template <class T> __tile__ static T apply(T x) { return Next::template apply<T>(x) * T(Scale); } };
template <template <class, int> class Wrap, int... N> struct Wrapped;
template <class List> struct ForEach;
template <class... P> struct ForEach<TypeList<P...>> { template <class E> static void run(E* e) { (one<P>(e), ...); } template <class P1, class E> static void one(E* e) { gemm<P1, E><<<1, 1>>>(nullptr, nullptr, nullptr, e); } };
template <class T> using Small = GemmPolicy<TileShape<16, 16, 16>, T, T>;
using All = TypeList<Small<float>, Small<__half>, GemmPolicy<TileShape<64, 32, 16>, __nv_bfloat16, __half, ColMajor>, GemmPolicy<TileShape<1, 2, 4>, __nv_fp8_e4m3, __nv_fp8_e5m2>>;
template <int N> void recurse(float* f, std::integral_constant<int, N>) {
  if constexpr (N > 0) { gemm<Small<double>, Scaled<Identity, N>><<<N, 1>>>(nullptr, nullptr, f, nullptr); recurse(f, std::integral_constant<int, N / 2>{}); }
}
template <class Tuple> void all_of(Tuple tuple) { std::apply([](auto*... e) { (ForEach<TypeList<Small<int>>>::run(e), ...); }, tuple); }
template <class T, class = void> struct HasKernel : std::false_type {};
template <class T> struct HasKernel<T, std::void_t<decltype(&gemm<Small<T>, Identity>)>> : std::true_type {};
static_assert(HasKernel<short>::value);
void run(float* f) {
  ForEach<All>::run<Identity>(nullptr);
  recurse(f, std::integral_constant<int, 4>{});
  all_of(std::tuple<Identity*, Scaled<Identity, 7>*, Scaled<Scaled<Identity>, -1>*>{});
}
