// A graph built node by node: a fill, a copy, two kernels and a host function, with other arguments in the second launch.
//> nodes: 5
//> host function sees 50
//> host function sees 68
#include <cstdio>
#include <cuda_runtime.h>
#include <cuda_tile.h>

__tile_global__ void add(int *to, int a, int b) { *to = *to + a + b; }

struct Shown {
  const int *value;
};

int main() {
  int *device, *staging;
  cudaMalloc(&device, sizeof(int));
  cudaMallocHost(&staging, sizeof(int));
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);

  cudaMemsetParams zero = {};
  zero.dst = device;
  zero.elementSize = 4;
  zero.width = 1;
  zero.height = 1;
  cudaGraphNode_t cleared, first, second, copied, told;
  cudaGraphAddMemsetNode(&cleared, graph, nullptr, 0, &zero);

  int a = 1, b = 9;
  void *arguments[] = {&device, &a, &b};
  cudaKernelNodeParams launch = {};
  launch.func = reinterpret_cast<void *>(add);
  launch.gridDim = dim3(1);
  launch.blockDim = dim3(1);
  launch.kernelParams = arguments;
  cudaGraphAddKernelNode(&first, graph, &cleared, 1, &launch);
  a = 30, b = 10; // arguments were copied: the first node keeps 1 and 9
  cudaGraphAddKernelNode(&second, graph, &first, 1, &launch);
  cudaGraphAddMemcpyNode1D(&copied, graph, &second, 1, staging, device, sizeof(int), cudaMemcpyDeviceToHost);
  Shown shown{staging};
  cudaHostNodeParams call = {};
  call.fn = [](void *data) { std::printf("host function sees %d\n", *static_cast<Shown *>(data)->value); };
  call.userData = &shown;
  cudaGraphAddHostNode(&told, graph, &copied, 1, &call);

  size_t nodes;
  cudaGraphGetNodes(graph, nullptr, &nodes);
  std::printf("nodes: %zu\n", nodes);
  cudaGraphExec_t executable;
  cudaGraphInstantiate(&executable, graph, 0);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraphLaunch(executable, stream);
  cudaStreamSynchronize(stream);
  a = 20, b = 38;
  cudaGraphExecKernelNodeSetParams(executable, second, &launch);
  cudaGraphLaunch(executable, stream);
  cudaStreamSynchronize(stream);

  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
  cudaFree(device);
  cudaFreeHost(staging);
  return cudaGetLastError();
}
