// An instantiation with parameters tells the reason of an error and the node of a cycle.
//> good: cudaSuccess 0, no node
//> upload: cudaSuccess 0, no node
//> unknown flags: cudaErrorInvalidValue 1, no node
//> two flags that exclude each other: cudaErrorInvalidValue 1, no node
//> no place for it: cudaErrorInvalidValue 1, no node
//> no graph: cudaErrorInvalidValue 1, no node
//> a cycle: cudaErrorInvalidValue 2, the node in it
//> a cycle and unknown flags: cudaErrorInvalidValue 1, no node
//> a cycle in a child: cudaErrorInvalidValue 2, another node
//> without flags: cudaErrorInvalidValue
#include <cstdio>
#include <cuda_runtime.h>
#include <cuda_tile.h>

static cudaGraphNode_t nodes[3];

static void show(const char *what, cudaGraphExec_t *executable, cudaGraph_t graph, unsigned long long flags) {
  cudaGraphInstantiateParams params = {};
  params.flags = flags;
  params.errNode_out = nodes[0];
  params.result_out = cudaGraphInstantiateNodeOperationNotSupported;
  cudaError_t error = cudaGraphInstantiateWithParams(executable, graph, &params);
  cudaGraphNode_t node = params.errNode_out;
  const char *which = !node ? "no node" : node == nodes[1] ? "the node in it" : node == nodes[0] || node == nodes[2] ? "a node outside" : "another node";
  std::printf("%s: %s %d, %s\n", what, cudaGetErrorName(error), static_cast<int>(params.result_out), which);
  cudaGetLastError();
  if (error == cudaSuccess) cudaGraphExecDestroy(*executable);
}

int main() {
  cudaGraph_t graph, around;
  cudaGraphExec_t executable = nullptr;
  cudaGraphCreate(&graph, 0);
  for (auto &node : nodes) cudaGraphAddEmptyNode(&node, graph, nullptr, 0);
  show("good", &executable, graph, 0);
  show("upload", &executable, graph, cudaGraphInstantiateFlagUpload);
  show("unknown flags", &executable, graph, 0x100);
  show("two flags that exclude each other", &executable, graph,
       cudaGraphInstantiateFlagDeviceLaunch | cudaGraphInstantiateFlagAutoFreeOnLaunch);
  show("no place for it", nullptr, graph, 0);
  show("no graph", &executable, nullptr, 0);
  // The first node is before the cycle.
  cudaGraphAddDependencies(graph, nodes, nodes + 1, nullptr, 1);
  cudaGraphAddDependencies(graph, nodes + 1, nodes + 2, nullptr, 1);
  cudaGraphAddDependencies(graph, nodes + 2, nodes + 1, nullptr, 1);
  show("a cycle", &executable, graph, 0);
  show("a cycle and unknown flags", &executable, graph, 0x100);
  cudaGraphCreate(&around, 0);
  cudaGraphNode_t child;
  cudaGraphAddChildGraphNode(&child, around, nullptr, 0, graph);
  show("a cycle in a child", &executable, around, 0);
  std::printf("without flags: %s\n", cudaGetErrorName(cudaGraphInstantiate(&executable, graph, 0)));
  cudaGetLastError();
  cudaGraphDestroy(around);
  cudaGraphDestroy(graph);
}
