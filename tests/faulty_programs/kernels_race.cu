// Producer and consumer in two streams, without the event between them.
#include <cuda_runtime.h>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

__tile_global__ void produce(int *data) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  ct::store(data + i, i);
}
__tile_global__ void consume(const int *data, int *out) {
  *out = static_cast<int>(ct::sum<0>(ct::load(data + ct::iota<ct::tile<int, ct::shape<32>>>())));
}

int main() {
  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaEvent_t produced;
  cudaEventCreate(&produced);
  int *data, *out;
  cudaMalloc(&data, 32 * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  produce<<<1, 1, 0, first>>>(data);
  cudaEventRecord(produced, first);
#ifdef RIGHT
  cudaStreamWaitEvent(second, produced);
#endif
  consume<<<1, 1, 0, second>>>(data, out); // finding: race between streams: `consume(const int* data, int* out)` in the stream
  cudaDeviceSynchronize();
  cudaFree(data);
  cudaFree(out);
  cudaEventDestroy(produced);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
}
