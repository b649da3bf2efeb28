// Kernels with the linkage of C, of a namespace, with default arguments and parameters without names.
//> 3 5 8 13 3
#include <cstdio>
#include <cuda_runtime.h>
#include <cuda_tile.h>

extern "C" __tile_global__ void c_kernel(int *p, int value = 3) { p[0] = value; }
namespace a::inline v1 {
enum class Slot : unsigned char { first = 1 };
__tile_global__ void scoped(int *p, Slot slot, int, const int value) { p[(int)slot] = value; }
} // namespace a::inline v1
struct Pair {
  int index;
  short value;
};
__tile_global__ void record(int *p, const Pair pair, void *) { p[pair.index] = pair.value; }
__tile_global__ void array(int p[4], bool flag, char, double value) { p[3] = flag ? int(value) : -1; }

template <class R, class... A> __tile_global__ void arity(int *p, R (*)(A...)) { p[4] = int(sizeof...(A)); }

int main() {
  int *p, host[5];
  cudaMalloc(&p, sizeof host);
  c_kernel<<<1, 1>>>(p);
  a::scoped<<<1, 1>>>(p, a::Slot::first, 100, 5);
  record<<<1, 1>>>(p, {2, 8}, nullptr);
  array<<<1, 1>>>(p, true, 'x', 13.5);
  arity<<<1, 1>>>(p, (int (*)(int, char, void *))nullptr);
  cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d %d %d %d %d\n", host[0], host[1], host[2], host[3], host[4]);
  return cudaGetLastError();
}
//! findings: 1
