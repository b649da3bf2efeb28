// A child graph writes what a node beside it reads: the edge between them has been removed.
#include <cuda_runtime.h>
#include <cuda_tile.h>

__tile_global__ void set(int *value, int to) { *value = to; }
__tile_global__ void twice(const int *in, int *out) { *out = *in * 2; }

static cudaGraphNode_t add(cudaGraph_t graph, void *kernel, void **arguments) {
  cudaKernelNodeParams launch = {};
  launch.func = kernel;
  launch.gridDim = launch.blockDim = dim3(1);
  launch.kernelParams = arguments;
  cudaGraphNode_t node;
  cudaGraphAddKernelNode(&node, graph, nullptr, 0, &launch);
  return node;
}

int main() {
  int *in, *out, to = 6;
  cudaMalloc(&in, sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemset(in, 0, sizeof(int));
  cudaGraph_t graph, child;
  cudaGraphCreate(&graph, 0);
  cudaGraphCreate(&child, 0);
  void *of_set[] = {&in, &to}, *of_twice[] = {&in, &out};
  add(child, reinterpret_cast<void *>(set), of_set);
  cudaGraphNode_t writer, reader = add(graph, reinterpret_cast<void *>(twice), of_twice);
  cudaGraphAddChildGraphNode(&writer, graph, nullptr, 0, child);
  cudaGraphAddDependencies(graph, &writer, &reader, nullptr, 1);
#ifndef RIGHT
  cudaGraphRemoveDependencies(graph, &writer, &reader, nullptr, 1);
#endif
  cudaGraphExec_t executable;
  cudaGraphInstantiate(&executable, graph, 0);
  cudaGraphLaunch(executable, nullptr); // finding: race between streams: `set(int* value, int to)` in
  cudaDeviceSynchronize();
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(child);
  cudaGraphDestroy(graph);
  cudaFree(in);
  cudaFree(out);
}
