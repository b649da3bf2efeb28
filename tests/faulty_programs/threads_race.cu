// Two threads, each with a default stream of its own: that one thread ends before the other begins orders nothing on the device.
//! build: --default-stream per-thread
#include <cuda_runtime.h>
#include <cuda_tile.h>
#include <thread>

__tile_global__ void write(int *p) { *p = 1; }
__tile_global__ void add(int *p) { *p += 1; }

int main() {
  int *p;
  cudaMalloc(&p, sizeof(int));
  std::thread writer([p] {
    write<<<1, 1>>>(p);
#ifdef RIGHT
    cudaStreamSynchronize(cudaStreamPerThread);
#endif
  });
  writer.join();
  std::thread adder([p] {
    add<<<1, 1>>>(p); // finding: race between streams: `add(int* p)` in the stream
  });
  adder.join();
  cudaDeviceSynchronize();
  cudaFree(p);
}
