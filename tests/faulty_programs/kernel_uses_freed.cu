// A class frees its buffer too early: its copy still has the pointer.
#include <cuda_runtime.h>
#include <cuda_tile.h>
#include <utility>

__tile_global__ void increment(int *p) {
  *p = 7; // finding: kernel `increment(int* p)`: access through an invalid
}

struct Buffer {
  int *data;
  Buffer() { cudaMalloc(&data, sizeof(int)); }
#ifdef RIGHT
  Buffer(Buffer &&other) : data(std::exchange(other.data, nullptr)) {}
#endif
  ~Buffer() { cudaFree(data); }
};

int main() {
  Buffer first;
#ifdef RIGHT
  Buffer second = std::move(first);
#else
  Buffer &second = first;
  cudaFree(first.data);
#endif
  increment<<<1, 1>>>(second.data);
  cudaDeviceSynchronize();
#ifndef RIGHT
  second.data = nullptr;
#endif
}
