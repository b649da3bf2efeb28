// Parameters that are read twice and set again: arguments stay where they were, a cooperative launch stays one, and edges are removed
// with the data that they were listed with.
//> read twice: the same
//> 8 blocks met: 7
//> set again: 9
//> too large: cudaErrorCooperativeLaunchTooLarge
//> edges: 1, removed with their data: cudaSuccess
#include <cstdio>
#include <cuda_runtime.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

/// Each block waits for all others; the first one writes then.
__tile_global__ void meet(int *arrived, int *out, int value) {
  const int blocks = ct::num_blocks().x;
  ct::atomic_add(arrived, 1, ct::memory_order_acq_rel_t{});
  while (ct::atomic_load(arrived, ct::memory_order_acquire_t{}) < blocks) {
  }
  if (ct::bid().x == 0)
    *out = value;
}

int main() {
  int *arrived, *out, value = 7, seen;
  cudaMalloc(&arrived, sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaStream_t stream;
  cudaStreamCreate(&stream);

  cudaGraph_t graph;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaMemsetAsync(arrived, 0, sizeof(int), stream);
  void *arguments[] = {&arrived, &out, &value};
  cudaLaunchCooperativeKernel((void *)meet, dim3(8), dim3(1), arguments, 0, stream);
  cudaStreamEndCapture(stream, &graph);

  cudaGraphNode_t nodes[2], launch = nullptr;
  size_t count = 2;
  cudaGraphGetNodes(graph, nodes, &count);
  for (cudaGraphNode_t node : nodes) {
    cudaGraphNodeType type;
    cudaGraphNodeGetType(node, &type);
    if (type == cudaGraphNodeTypeKernel)
      launch = node;
  }
  cudaKernelNodeParams first, second;
  cudaGraphKernelNodeGetParams(launch, &first);
  cudaGraphKernelNodeGetParams(launch, &second);
  std::printf("read twice: %s\n", first.kernelParams == second.kernelParams ? "the same" : "others");

  cudaGraphExec_t executable;
  cudaGraphInstantiate(&executable, graph, 0);
  cudaGraphLaunch(executable, stream);
  cudaMemcpyAsync(&seen, out, sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  std::printf("8 blocks met: %d\n", seen);

  value = 9;
  first.kernelParams = arguments;
  cudaGraphExecKernelNodeSetParams(executable, launch, &first);
  cudaGraphLaunch(executable, stream);
  cudaMemcpyAsync(&seen, out, sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  std::printf("set again: %d\n", seen);

  first.gridDim = dim3(1 << 20);
  const cudaError_t error = cudaGraphExecKernelNodeSetParams(executable, launch, &first);
  std::printf("too large: %s\n", cudaGetErrorName(error));
  cudaGetLastError();

  cudaGraphNode_t from, to;
  cudaGraphEdgeData data;
  count = 1;
  cudaGraphGetEdges(graph, &from, &to, &data, &count);
  const cudaError_t removed = cudaGraphRemoveDependencies(graph, &from, &to, &data, 1);
  std::printf("edges: %zu, removed with their data: %s\n", count, cudaGetErrorName(removed));

  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
  cudaFree(arrived);
  cudaFree(out);
  return cudaGetLastError();
}
