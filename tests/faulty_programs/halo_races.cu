// The array is computed in parts, one in each stream; a part reads the first element of the next one, which that one changes.
#include <cuda_runtime.h>
#include <cuda_tile.h>
#include <vector>

__tile_global__ void differences(int *part, int n) {
  for (int i = 0; i < n; ++i)
    part[i] = part[i + 1] - part[i];
}

int main() {
  const int n_parts = 2, n = 8;
  std::vector<int> host(n_parts * n + 1, 1);
  int *data;
  cudaMalloc(&data, host.size() * sizeof(int));
  cudaMemcpy(data, host.data(), host.size() * sizeof(int), cudaMemcpyHostToDevice);
  cudaStream_t streams[n_parts];
  for (auto &stream : streams)
    cudaStreamCreate(&stream);
  for (int i = 0; i < n_parts; ++i) {
    differences<<<1, 1, 0, streams[i]>>>(data + i * n, n); // finding: race between streams: `differences(int* part, int n)` in the stream
#ifdef RIGHT
    cudaStreamSynchronize(streams[i]);
#endif
  }
  cudaMemcpy(host.data(), data, host.size() * sizeof(int), cudaMemcpyDeviceToHost);
  for (auto stream : streams)
    cudaStreamDestroy(stream);
  cudaFree(data);
}
