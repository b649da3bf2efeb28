// Results are handed to the host by callbacks, in the order of the stream, with the status of the stream.
//> heard of 1: 100 (no error)
//> heard of 2: 200 (no error)
//> heard of 3: 300 (no error)
//> a call of the runtime in a host function: operation not permitted
//> heard of 4: an illegal memory access was encountered
//> host functions after an error are not called: yes
#include <cstdio>
#include <cuda_runtime.h>
#include <cuda_tile.h>

__tile_global__ void hundred(int *out, int times) { *out = 100 * times; }
__tile_global__ void past_the_end(int *out) { out[1L << 40] = 1; }

struct Work {
  int id;
  int *result;
};

static cudaError_t inside = cudaSuccess;
static bool called_late = false;

void CUDART_CB heard(cudaStream_t, int status, void *data) {
  auto *work = static_cast<Work *>(data);
  const char *text = cudaGetErrorString(static_cast<cudaError_t>(status));
  if (status == cudaSuccess)
    std::printf("heard of %d: %d (%s)\n", work->id, *work->result, text);
  else
    std::printf("heard of %d: %s\n", work->id, text);
}

int main() {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  int *device, *host;
  cudaMalloc(&device, sizeof(int));
  cudaMallocHost(&host, 4 * sizeof(int));
  Work work[4];
  for (int i = 0; i < 3; ++i) {
    work[i] = {i + 1, host + i};
    hundred<<<1, 1, 0, stream>>>(device, i + 1);
    cudaMemcpyAsync(host + i, device, sizeof(int), cudaMemcpyDeviceToHost, stream);
    cudaStreamAddCallback(stream, heard, &work[i], 0);
  }
  cudaLaunchHostFunc(
      stream, [](void *) { inside = cudaDeviceSynchronize(); }, nullptr);
  cudaStreamSynchronize(stream);
  std::printf("a call of the runtime in a host function: %s\n", cudaGetErrorString(inside));

  work[3] = {4, host + 3};
  past_the_end<<<1, 1, 0, stream>>>(device);
  cudaStreamAddCallback(stream, heard, &work[3], 0);
  cudaLaunchHostFunc(
      stream, [](void *) { called_late = true; }, nullptr);
  cudaDeviceSynchronize();
  std::printf("host functions after an error are not called: %s\n", called_late ? "no" : "yes");
  cudaDeviceReset();
}
//! stderr: stream_callback.cu:13:
//! findings: 2
