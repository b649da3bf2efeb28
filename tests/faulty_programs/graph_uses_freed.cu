// A graph was captured with a buffer that is replaced by a larger one; the graph still has the old one.
#include <cuda_runtime.h>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

__tile_global__ void clear(int *data, int n) {
  auto i = ct::iota<ct::tile<int, ct::shape<64>>>();
  ct::store_masked(data + i, ct::full<ct::tile<int, ct::shape<64>>>(0), i < n); // finding: kernel `clear(int* data, int n)`: access through an invalid
}

static cudaGraphExec_t captured(cudaStream_t stream, int *data, int n) {
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  clear<<<1, 1, 0, stream>>>(data, n);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&executable, graph, 0);
  cudaGraphDestroy(graph);
  return executable;
}

int main() {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  int *data;
  cudaMalloc(&data, 16 * sizeof(int));
  cudaGraphExec_t step = captured(stream, data, 16);
  cudaGraphLaunch(step, stream);
  cudaStreamSynchronize(stream);
  cudaFree(data);
  cudaMalloc(&data, 64 * sizeof(int));
#ifdef RIGHT
  cudaGraphExecDestroy(step);
  step = captured(stream, data, 64);
#endif
  cudaGraphLaunch(step, stream);
  cudaStreamSynchronize(stream);
  cudaGraphExecDestroy(step);
  cudaFree(data);
  cudaStreamDestroy(stream);
}
