// Child graphs, edges that are added and removed, parameters that are read and set, and nodes that are switched off.
//> scale node: grid 2, by 3, same kernel: 1
//> fill node: 16 elements of 4 bytes, value 5
//> copy node: 64 bytes from device to host
//> types: 2 0 4 1 3 5
//> cycle: cudaErrorInvalidValue
//> an edge twice: cudaErrorInvalidValue
//> after the child: 2 dependencies, 1 dependent node
//> first: 32 (the host function sees 32)
//> off: 17 (the host function sees 17)
//> on, by 10: 107 (the host function sees 107)
//> found in clone: 1, in the wrong one: cudaErrorInvalidValue
//> without the last node: 5 nodes, 5 edges
#include <cstdio>
#include <cuda_runtime.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

__tile_global__ void scale(int *p, int by) {
  auto i = int(ct::bid().x) * 8 + ct::iota<ct::tile<int, ct::shape<8>>>();
  ct::store(p + i, ct::load(p + i) * by);
}

__tile_global__ void add(int *p, int by) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  ct::store(p + i, ct::load(p + i) + by);
}

struct Seen {
  const int *values;
  int value;
};

template <class... T> static cudaKernelNodeParams params(void (*kernel)(T...), dim3 grid, void **arguments) {
  cudaKernelNodeParams made = {};
  made.func = reinterpret_cast<void *>(kernel);
  made.gridDim = grid;
  made.blockDim = dim3(1);
  made.kernelParams = arguments;
  return made;
}

int main() {
  const int n = 16;
  int *p, values[n];
  cudaMalloc(&p, sizeof values);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraph_t graph, child;
  cudaGraphCreate(&graph, 0);
  cudaGraphCreate(&child, 0);

  int one = 1, by = 3;
  void *of_add[] = {&p, &one}, *of_scale[] = {&p, &by};
  cudaKernelNodeParams adding = params(add, 1, of_add), scaling = params(scale, 2, of_scale);
  // Twice one more, in the order of an edge that is added later.
  cudaGraphNode_t a, b;
  cudaGraphAddKernelNode(&a, child, nullptr, 0, &adding);
  cudaGraphAddKernelNode(&b, child, nullptr, 0, &adding);
  cudaGraphAddDependencies(child, &a, &b, nullptr, 1);

  cudaGraphNode_t filled, scaled, nested, copied, told, last;
  cudaGraphNodeParams fill = {};
  fill.type = cudaGraphNodeTypeMemset;
  fill.memset.dst = p;
  fill.memset.elementSize = 4;
  fill.memset.value = 5;
  fill.memset.width = n;
  fill.memset.height = 1;
  cudaGraphAddNode(&filled, graph, nullptr, nullptr, 0, &fill);
  cudaGraphAddKernelNode(&scaled, graph, &filled, 1, &scaling);
  cudaGraphNode_t both[] = {filled, scaled};
  cudaGraphAddChildGraphNode(&nested, graph, both, 2, child);
  cudaGraphDestroy(child);
  cudaGraphAddMemcpyNode1D(&copied, graph, &nested, 1, values, p, sizeof values, cudaMemcpyDeviceToHost);
  Seen seen{values, 0};
  cudaHostNodeParams call = {};
  call.fn = [](void *data) { static_cast<Seen *>(data)->value = static_cast<Seen *>(data)->values[15]; };
  call.userData = &seen;
  cudaGraphAddHostNode(&told, graph, &copied, 1, &call);
  cudaGraphAddEmptyNode(&last, graph, &told, 1);

  cudaKernelNodeParams read;
  cudaGraphKernelNodeGetParams(scaled, &read);
  std::printf("scale node: grid %u, by %d, same kernel: %d\n", read.gridDim.x, *static_cast<int *>(read.kernelParams[1]),
              read.func == reinterpret_cast<void *>(scale));
  cudaMemsetParams fill_read;
  cudaGraphMemsetNodeGetParams(filled, &fill_read);
  std::printf("fill node: %zu elements of %u bytes, value %u\n", fill_read.width, fill_read.elementSize, fill_read.value);
  cudaMemcpy3DParms copy_read;
  cudaGraphMemcpyNodeGetParams(copied, &copy_read);
  std::printf("copy node: %zu bytes from %s\n", copy_read.extent.width,
              copy_read.kind == cudaMemcpyDeviceToHost ? "device to host" : "elsewhere");
  std::printf("types:");
  for (cudaGraphNode_t node : {filled, scaled, nested, copied, told, last}) {
    cudaGraphNodeType type;
    cudaGraphNodeGetType(node, &type);
    std::printf(" %d", type);
  }
  std::printf("\n");

  cudaGraphExec_t executable;
  cudaGraphAddDependencies(graph, &last, &filled, nullptr, 1);
  std::printf("cycle: %s\n", cudaGetErrorName(cudaGraphInstantiate(&executable, graph)));
  cudaGetLastError();
  cudaGraphRemoveDependencies(graph, &last, &filled, nullptr, 1);
  cudaGraphNode_t from[] = {last, last}, to[] = {filled, filled};
  std::printf("an edge twice: %s\n", cudaGetErrorName(cudaGraphAddDependencies(graph, from, to, nullptr, 2)));
  cudaGetLastError();
  size_t before, behind;
  cudaGraphNodeGetDependencies(nested, nullptr, nullptr, &before);
  cudaGraphNodeGetDependentNodes(nested, nullptr, nullptr, &behind);
  std::printf("after the child: %zu dependencies, %zu dependent node\n", before, behind);

  // The child graph inside of the node can be changed: its second node adds 16.
  cudaGraph_t inner;
  cudaGraphChildGraphNodeGetGraph(nested, &inner);
  cudaGraphNode_t inner_nodes[2];
  size_t two = 2;
  cudaGraphGetNodes(inner, inner_nodes, &two);
  int sixteen = 16;
  void *of_more[] = {&p, &sixteen};
  cudaKernelNodeParams more = params(add, 1, of_more);
  cudaGraphKernelNodeSetParams(inner_nodes[1], &more);
  sixteen = 0; // the arguments were copied

  cudaGraphInstantiate(&executable, graph);
  auto run = [&](const char *text) {
    cudaGraphLaunch(executable, stream);
    cudaStreamSynchronize(stream);
    std::printf("%s: %d (the host function sees %d)\n", text, values[0], seen.value);
  };
  run("first");
  cudaGraphNodeSetEnabled(executable, inner_nodes[1], 0);
  cudaGraphNodeSetEnabled(executable, scaled, 0);
  one = 12;
  cudaGraphExecKernelNodeSetParams(executable, inner_nodes[0], &adding);
  run("off");
  cudaGraphNodeSetEnabled(executable, scaled, 1);
  cudaGraphNodeSetEnabled(executable, inner_nodes[1], 1);
  by = 10;
  cudaGraphExecKernelNodeSetParams(executable, scaled, &scaling);
  one = 41;
  cudaGraphExecKernelNodeSetParams(executable, inner_nodes[0], &adding);
  run("on, by 10");

  cudaGraph_t clone;
  cudaGraphClone(&clone, graph);
  cudaGraphNode_t found;
  const cudaError_t is_found = cudaGraphNodeFindInClone(&found, scaled, clone);
  cudaGraphNode_t none;
  const cudaError_t wrong = cudaGraphNodeFindInClone(&none, found, clone);
  std::printf("found in clone: %d, in the wrong one: %s\n", is_found == cudaSuccess && found != scaled, cudaGetErrorName(wrong));
  cudaGetLastError();
  cudaGraphDestroyNode(last);
  size_t nodes, edges;
  cudaGraphGetNodes(graph, nullptr, &nodes);
  cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges);
  std::printf("without the last node: %zu nodes, %zu edges\n", nodes, edges);

  cudaGraphDestroy(clone);
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
  cudaFree(p);
  return cudaGetLastError();
}
