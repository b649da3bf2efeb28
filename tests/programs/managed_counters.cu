// `__managed__` variables: host code and kernels read and write the same ones, by name and by pointer.
//! findings: 1
//> before: 5, 0 0 0 0
//> after: 15, 10 20 30 40
//> host writes, kernel adds: 107, 11 21 31 41
//> histogram: 4 4 4 4, sum 16
//> by symbol: 7, at the same address: 1
//> attributes: managed 1, device pointer is the host's: 1
//> free: cudaErrorInvalidValue
//> after a reset: 8
#include <cstdio>
#include <cuda_runtime.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

struct Totals {
  int count, bins[4];
};

__device__ __managed__ int counter = 5;
__managed__ int values[4];
static __managed__ Totals totals;

__tile_global__ void add(int *counter, int *values, int by) {
  *counter = *counter + by;
  auto i = ct::iota<ct::tile<int, ct::shape<4>>>();
  ct::store(values + i, ct::load(values + i) + (i + 1) * by);
}

__tile_global__ void increment(int *counter, int *values) {
  *counter = *counter + 7;
  auto i = ct::iota<ct::tile<int, ct::shape<4>>>();
  ct::store(values + i, ct::load(values + i) + 1);
}

__tile_global__ void count(Totals *totals) {
  const int block = int(ct::bid().x);
  ct::atomic_add(&totals->bins[block % 4], 1, ct::memory_order_relaxed_t{});
  ct::atomic_add(&totals->count, 1, ct::memory_order_relaxed_t{});
}

static void show(const char *text) {
  std::printf("%s: %d, %d %d %d %d\n", text, counter, values[0], values[1], values[2], values[3]);
}

int main() {
  show("before");
  add<<<1, 1>>>(&counter, values, 10);
  cudaDeviceSynchronize();
  show("after");

  counter = 100;
  increment<<<1, 1>>>(&counter, values);
  cudaDeviceSynchronize();
  show("host writes, kernel adds");

  count<<<16, 1>>>(&totals);
  cudaDeviceSynchronize();
  std::printf("histogram: %d %d %d %d, sum %d\n", totals.bins[0], totals.bins[1], totals.bins[2], totals.bins[3], totals.count);

  int seven = 7;
  void *address = nullptr;
  cudaMemcpyToSymbol(counter, &seven, sizeof seven);
  cudaGetSymbolAddress(&address, counter);
  std::printf("by symbol: %d, at the same address: %d\n", counter, address == &counter);
  cudaPointerAttributes attributes;
  cudaPointerGetAttributes(&attributes, &counter);
  std::printf("attributes: managed %d, device pointer is the host's: %d\n", attributes.type == cudaMemoryTypeManaged,
              attributes.devicePointer == &counter);
  std::printf("free: %s\n", cudaGetErrorName(cudaFree(&counter)));
  cudaGetLastError();

  cudaDeviceReset();
  counter = 1;
  increment<<<1, 1>>>(&counter, values);
  cudaDeviceSynchronize();
  std::printf("after a reset: %d\n", counter);
  return cudaGetLastError();
}
