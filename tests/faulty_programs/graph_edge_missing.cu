// A node of a graph does not name the one whose result it reads.
#include <cuda_runtime.h>
#include <cuda_tile.h>

__tile_global__ void square(const int *in, int *out) { *out = *in * *in; }
__tile_global__ void halve(int *value) { *value /= 2; }

int main() {
  int *in, *out, start = 6;
  cudaMalloc(&in, sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemcpy(in, &start, sizeof start, cudaMemcpyHostToDevice);
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphNode_t first, second;
  void *of_square[] = {&in, &out}, *of_halve[] = {&out};
  cudaKernelNodeParams launch = {};
  launch.gridDim = dim3(1);
  launch.blockDim = dim3(1);
  launch.func = reinterpret_cast<void *>(square);
  launch.kernelParams = of_square;
  cudaGraphAddKernelNode(&first, graph, nullptr, 0, &launch);
  launch.func = reinterpret_cast<void *>(halve);
  launch.kernelParams = of_halve;
#ifdef RIGHT
  cudaGraphAddKernelNode(&second, graph, &first, 1, &launch);
#else
  cudaGraphAddKernelNode(&second, graph, nullptr, 0, &launch);
#endif
  cudaGraphExec_t executable;
  cudaGraphInstantiate(&executable, graph, 0);
  cudaGraphLaunch(executable, nullptr); // finding: race between streams: `halve(int* value)` in
  cudaDeviceSynchronize();
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
  cudaFree(in);
  cudaFree(out);
}
