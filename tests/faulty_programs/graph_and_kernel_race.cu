// A graph is launched in a stream, and a kernel beside it in another one reads what the graph writes.
#include <cuda_runtime.h>
#include <cuda_tile.h>

__tile_global__ void step(int *state) { *state = *state + 1; }
__tile_global__ void publish(const int *state, int *out) { *out = *state; }

int main() {
  cudaStream_t work, output;
  cudaStreamCreate(&work);
  cudaStreamCreate(&output);
  int *state, *out;
  cudaMalloc(&state, sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemset(state, 0, sizeof(int));
  cudaDeviceSynchronize();
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  cudaStreamBeginCapture(work, cudaStreamCaptureModeThreadLocal);
  step<<<1, 1, 0, work>>>(state);
  step<<<1, 1, 0, work>>>(state);
  cudaStreamEndCapture(work, &graph);
  cudaGraphInstantiateWithFlags(&executable, graph, 0);
  cudaGraphLaunch(executable, work);
#ifdef RIGHT
  cudaStreamSynchronize(work);
#endif
  publish<<<1, 1, 0, output>>>(state, out); // finding: race between streams: `publish(const int* state, int* out)` in the stream
  cudaStreamSynchronize(output);
  cudaStreamSynchronize(work);
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
  cudaFree(state);
  cudaFree(out);
  cudaStreamDestroy(work);
  cudaStreamDestroy(output);
}
