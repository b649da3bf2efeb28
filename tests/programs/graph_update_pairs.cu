// Updates of executable graphs: nodes are paired by the edges, whatever the order in which they were added.
//> added in another order: 1 2
//> edges in another order: 2 1
//> one node more: topology changed, no node
//> an edge less: topology changed, at the last node
//> an edge from another node: topology changed, at the third node, from the second
//> rows that stay: updated
//> other rows: parameters changed, at the copy
#include <cstdio>
#include <cuda_runtime.h>

static cudaGraphNode_t fill(cudaGraph_t graph, int *p, int value, const cudaGraphNode_t *after = nullptr, size_t n_after = 0) {
  cudaMemsetParams params = {};
  params.dst = p;
  params.value = unsigned(value);
  params.elementSize = 4;
  params.width = 1;
  params.height = 1;
  cudaGraphNode_t node;
  cudaGraphAddMemsetNode(&node, graph, after, n_after, &params);
  return node;
}

// Two fills, and an empty node behind them.
static cudaGraph_t joined(int *p, bool is_swapped, bool edges_are_swapped) {
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphNode_t fills[2], end;
  for (int i = 0; i < 2; ++i) {
    const int which = is_swapped ? 1 - i : i;
    fills[which] = fill(graph, p + which, which + 1);
  }
  const cudaGraphNode_t swapped[] = {fills[1], fills[0]};
  cudaGraphAddEmptyNode(&end, graph, edges_are_swapped ? swapped : fills, 2);
  return graph;
}

static void show(const char *text, cudaGraphExec_t executable, cudaGraph_t graph, const cudaGraphNode_t *nodes, const char *const *names,
                 int n) {
  cudaGraphExecUpdateResultInfo info;
  const cudaError_t error = cudaGraphExecUpdate(executable, graph, &info);
  std::printf("%s: ", text);
  if (error == cudaSuccess) {
    std::printf("updated\n");
    return;
  }
  cudaGetLastError();
  const bool is_topology = info.result == cudaGraphExecUpdateErrorTopologyChanged;
  std::printf("%s", is_topology ? "topology changed" : "parameters changed");
  if (!info.errorNode)
    std::printf(", no node");
  for (int i = 0; i < n; ++i)
    if (info.errorNode == nodes[i])
      std::printf(", at the %s", names[i]);
  for (int i = 0; i < n; ++i)
    if (info.errorFromNode == nodes[i])
      std::printf(", from the %s", names[i]);
  std::printf("\n");
}

// Fills first -> second, first -> third (or second -> third), and {second, third} -> last.
static cudaGraph_t square(int *p, bool is_chain, bool lacks_edge, bool has_more, cudaGraphNode_t *nodes) {
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  nodes[0] = fill(graph, p, 1);
  nodes[1] = fill(graph, p, 2, &nodes[0], 1);
  nodes[2] = fill(graph, p + 1, 3, &nodes[is_chain ? 1 : 0], 1);
  nodes[3] = fill(graph, p, 4, &nodes[1], lacks_edge ? 1 : 2);
  if (has_more)
    fill(graph, p, 5, &nodes[3], 1);
  return graph;
}

static cudaGraph_t rows(int *to, int *from, size_t pitch, size_t height, cudaGraphNode_t *node) {
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaMemcpy3DParms params = {};
  params.srcPtr = make_cudaPitchedPtr(from, pitch, pitch, height);
  params.dstPtr = make_cudaPitchedPtr(to, pitch, pitch, height);
  params.extent = make_cudaExtent(4, height, 1);
  params.kind = cudaMemcpyDeviceToDevice;
  cudaGraphAddMemcpyNode(node, graph, nullptr, 0, &params);
  return graph;
}

int main() {
  int *p;
  cudaMalloc(&p, 64 * sizeof(int));
  cudaGraphExec_t executable;
  cudaGraph_t first = joined(p, false, false);
  cudaGraphInstantiate(&executable, first, 0);
  const struct {
    bool is_swapped, edges_are_swapped;
    const char *text;
  } orders[] = {{true, false, "added in another order"}, {false, true, "edges in another order"}};
  for (const auto &order : orders) {
    cudaGraph_t other = joined(p, order.is_swapped, order.edges_are_swapped);
    // What the first node fills goes to the place of the first: the addresses are part of the parameters.
    cudaGraphExecUpdateResultInfo info;
    cudaGraphExecUpdate(executable, other, &info);
    cudaGraphNode_t nodes[3];
    size_t n = 3;
    cudaGraphGetNodes(first, nodes, &n);
    // Without the second node of the executable graph.
    cudaMemset(p, 0, 2 * sizeof(int));
    cudaGraphNodeSetEnabled(executable, nodes[1], 0);
    cudaGraphLaunch(executable, 0);
    int values[2];
    cudaMemcpy(values, p, sizeof(values), cudaMemcpyDeviceToHost);
    const int of_first = values[0] + values[1];
    cudaGraphNodeSetEnabled(executable, nodes[1], 1);
    cudaGraphLaunch(executable, 0);
    cudaMemcpy(values, p, sizeof(values), cudaMemcpyDeviceToHost);
    std::printf("%s: %d %d\n", order.text, of_first, values[0] + values[1] - of_first);
    cudaGraphDestroy(other);
  }
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(first);

  cudaGraphNode_t nodes[4];
  const char *const names[] = {"first node", "second", "third node", "last node"};
  first = square(p, false, false, false, nodes);
  cudaGraphInstantiate(&executable, first, 0);
  const struct {
    bool is_chain, lacks_edge, has_more;
    const char *text;
  } forms[] = {{false, false, true, "one node more"}, {false, true, false, "an edge less"}, {true, false, false, "an edge from another node"}};
  for (const auto &form : forms) {
    cudaGraph_t other = square(p, form.is_chain, form.lacks_edge, form.has_more, nodes);
    show(form.text, executable, other, nodes, names, 4);
    cudaGraphDestroy(other);
  }
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(first);

  const char *const copy[] = {"copy"};
  first = rows(p + 32, p, 16, 2, nodes);
  cudaGraphInstantiate(&executable, first, 0);
  cudaGraph_t same = rows(p + 32, p, 16, 2, nodes);
  show("rows that stay", executable, same, nodes, copy, 1);
  cudaGraph_t others = rows(p + 32, p, 16, 3, nodes);
  show("other rows", executable, others, nodes, copy, 1);
  cudaGraphDestroy(others);
  cudaGraphDestroy(same);
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(first);
  cudaFree(p);
  return cudaGetLastError();
}
