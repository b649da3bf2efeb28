// Chunks of work in several streams, pinned memory, and events that time them.
//> all 4 chunks are right
//> time is positive: yes
//> order of host functions: 0 1 2 3
#include <cstdio>
#include <cuda_runtime.h>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

__tile_global__ void square(float *data) {
  auto p = data + 128 * ct::bid().x + ct::iota<ct::tile<int, ct::shape<128>>>();
  auto x = ct::load(p);
  ct::store(p, x * x);
}

static int order[4], finished;

int main() {
  const int streams = 4, chunk = 1024;
  const size_t bytes = chunk * sizeof(float);
  float *host, *device;
  cudaMallocHost(&host, streams * bytes);
  cudaMalloc(&device, streams * bytes);
  for (int i = 0; i < streams * chunk; ++i)
    host[i] = float(i % 100);

  cudaStream_t stream[streams];
  int number[streams] = {0, 1, 2, 3};
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaEventRecord(start);
  for (int s = 0; s < streams; ++s) {
    cudaStreamCreate(&stream[s]);
    float *part = device + s * chunk;
    cudaMemcpyAsync(part, host + s * chunk, bytes, cudaMemcpyHostToDevice, stream[s]);
    square<<<chunk / 128, 1, 0, stream[s]>>>(part);
    cudaMemcpyAsync(host + s * chunk, part, bytes, cudaMemcpyDeviceToHost, stream[s]);
    cudaLaunchHostFunc(stream[s], [](void *which) { order[finished++] = *static_cast<int *>(which); }, &number[s]);
    if (s + 1 < streams)
      cudaStreamSynchronize(stream[s]);
  }
  cudaEventRecord(stop);
  cudaEventSynchronize(stop);
  cudaDeviceSynchronize();

  int right = 0;
  for (int s = 0; s < streams; ++s) {
    bool ok = true;
    for (int i = s * chunk; i < (s + 1) * chunk; ++i)
      ok = ok && host[i] == float(i % 100) * float(i % 100);
    right += ok;
    cudaStreamDestroy(stream[s]);
  }
  float milliseconds = -1;
  cudaEventElapsedTime(&milliseconds, start, stop);
  std::printf("all %d chunks are right\n", right);
  std::printf("time is positive: %s\n", milliseconds > 0 ? "yes" : "no");
  std::printf("order of host functions: %d %d %d %d\n", order[0], order[1], order[2], order[3]);
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  cudaFreeHost(host);
  cudaFree(device);
  return cudaGetLastError();
}
