#include <cuda_fp16.h>
#include <cuda_tile.h>
#include <cuda_runtime_api.h>
#include <vector_types.h>
#include <driver_types.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <class T, size_t M, size_t N, size_t K>
__tile_global__ void matmul(const T* a, const T* b, float* c, int k) {
  auto pa = ct::iota<ct::tile<int, ct::shape<M>>>();
  auto acc = ct::zeros<ct::tile<float, ct::shape<M>>>();
  for (int i = 0; i < k; i += K) acc = acc + ct::element_cast<float>(ct::load(a + pa * k + i)) * float(N);
  ct::store(c + pa, acc);
}
template <size_t... Sizes> struct Sizes_ {};
template <class T, size_t M, size_t N, size_t K> void call(Sizes_<M, N, K>, const T* a, float* c) { matmul<T, M, N, K><<<dim3(1), dim3(1)>>>(a, a, c, 64); }
float4 make();
int main() {
  __half* h = nullptr; float* f = nullptr; const __half* ch = h;
  call(Sizes_<16, 16, 8>{}, ch, f);
  call<float>(Sizes_<32, 16, 8>(), f, f);
  float4 v = make_float4(1, 2, 3, 4); int2 w{1, 2}; (void)v; (void)w;
}
