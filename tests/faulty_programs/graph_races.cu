// Two branches of a graph write the same number.
#include <cuda_runtime.h>
#include <cuda_tile.h>

__tile_global__ void set(int *p, int value) { *p = value; }

int main() {
  int *p;
  cudaMalloc(&p, 2 * sizeof(int));
  cudaStream_t a, b;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  cudaEvent_t fork, join;
  cudaEventCreate(&fork);
  cudaEventCreate(&join);
  cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal);
  cudaEventRecord(fork, a);
  cudaStreamWaitEvent(b, fork);
  set<<<1, 1, 0, a>>>(p, 1);
#ifdef RIGHT
  set<<<1, 1, 0, b>>>(p + 1, 2);
#else
  set<<<1, 1, 0, b>>>(p, 2);
#endif
  cudaEventRecord(join, b);
  cudaStreamWaitEvent(a, join);
  cudaGraph_t graph;
  cudaStreamEndCapture(a, &graph);
  cudaGraphExec_t executable;
  cudaGraphInstantiate(&executable, graph, 0);
  cudaGraphLaunch(executable, a); // finding: race between streams: `set(int* p, int value)` in
  cudaDeviceSynchronize();
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
  cudaEventDestroy(fork);
  cudaEventDestroy(join);
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
  cudaFree(p);
}
