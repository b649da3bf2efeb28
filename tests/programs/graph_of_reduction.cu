// The graph of a reduction, once by explicit nodes and once by capture: clear, copy, reduce, combine, copy back, and a host
// function that checks. A clone of it runs as well.
//> explicit: 6 nodes, 5 edges, 2 roots
//> sum 523776, expected 523776
//> sum 523776, expected 523776
//> clone: 6 nodes
//> sum 523776, expected 523776
//> captured: 6 nodes
//> sum 523776, expected 523776
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

#define CHECK(call)                                                                                                    \
  do {                                                                                                                 \
    cudaError_t error = (call);                                                                                        \
    if (error != cudaSuccess) {                                                                                        \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(error));                   \
      std::exit(1);                                                                                                    \
    }                                                                                                                  \
  } while (0)

__tile_global__ void partial_sums(const float *in, double *out) {
  auto i = int(ct::bid().x) * 128 + ct::iota<ct::tile<int, ct::shape<128>>>();
  auto sum = ct::sum<0>(ct::element_cast<double>(ct::load(in + i)));
  ct::store(out + ct::bid().x, ct::reshape(sum, ct::shape<>{}));
}

__tile_global__ void combine(const double *partial, double *out) {
  auto sum = ct::sum<0>(ct::load(partial + ct::iota<ct::tile<int, ct::shape<8>>>()));
  ct::store(out, ct::reshape(sum, ct::shape<>{}));
}

struct Expected {
  const double *sum;
  double value;
};

static void CUDART_CB check(void *data) {
  auto *expected = static_cast<Expected *>(data);
  std::printf("sum %g, expected %g\n", *expected->sum, expected->value);
}

static void run(cudaGraph_t graph, cudaStream_t stream, int times) {
  cudaGraphExec_t executable;
  CHECK(cudaGraphInstantiate(&executable, graph, NULL, NULL, 0));
  for (int i = 0; i < times; ++i)
    CHECK(cudaGraphLaunch(executable, stream));
  CHECK(cudaStreamSynchronize(stream));
  CHECK(cudaGraphExecDestroy(executable));
}

int main() {
  const int n = 1024, blocks = n / 128;
  std::vector<float> in(n);
  for (int i = 0; i < n; ++i)
    in[i] = float(i);
  float *in_d;
  double *partial_d, *sum_d, sum = 0;
  CHECK(cudaMalloc(&in_d, n * sizeof(float)));
  CHECK(cudaMalloc(&partial_d, blocks * sizeof(double)));
  CHECK(cudaMalloc(&sum_d, sizeof(double)));
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  Expected expected{&sum, n / 2 * double(n - 1)};

  cudaGraph_t graph;
  CHECK(cudaGraphCreate(&graph, 0));
  std::vector<cudaGraphNode_t> after;
  cudaGraphNode_t node;
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(in.data(), n * sizeof(float), n, 1);
  copy.dstPtr = make_cudaPitchedPtr(in_d, n * sizeof(float), n, 1);
  copy.extent = make_cudaExtent(n * sizeof(float), 1, 1);
  copy.kind = cudaMemcpyHostToDevice;
  CHECK(cudaGraphAddMemcpyNode(&node, graph, NULL, 0, &copy));
  after.push_back(node);
  cudaMemsetParams clear = {};
  clear.dst = partial_d;
  clear.elementSize = sizeof(float);
  clear.width = blocks * 2;
  clear.height = 1;
  CHECK(cudaGraphAddMemsetNode(&node, graph, NULL, 0, &clear));
  after.push_back(node);

  cudaKernelNodeParams launch = {};
  void *partial_arguments[] = {&in_d, &partial_d};
  launch.func = (void *)partial_sums;
  launch.gridDim = dim3(blocks, 1, 1);
  launch.blockDim = dim3(1, 1, 1);
  launch.kernelParams = partial_arguments;
  CHECK(cudaGraphAddKernelNode(&node, graph, after.data(), after.size(), &launch));
  after = {node};
  void *combine_arguments[] = {&partial_d, &sum_d};
  launch.func = (void *)combine;
  launch.gridDim = dim3(1);
  launch.kernelParams = combine_arguments;
  CHECK(cudaGraphAddKernelNode(&node, graph, after.data(), after.size(), &launch));
  after = {node};
  CHECK(cudaGraphAddMemcpyNode1D(&node, graph, after.data(), after.size(), &sum, sum_d, sizeof sum, cudaMemcpyDefault));
  after = {node};
  cudaHostNodeParams call = {check, &expected};
  CHECK(cudaGraphAddHostNode(&node, graph, after.data(), after.size(), &call));

  size_t nodes = 0, edges = 0, roots = 0;
  CHECK(cudaGraphGetNodes(graph, NULL, &nodes));
  CHECK(cudaGraphGetEdges(graph, NULL, NULL, NULL, &edges));
  CHECK(cudaGraphGetRootNodes(graph, NULL, &roots));
  std::printf("explicit: %zu nodes, %zu edges, %zu roots\n", nodes, edges, roots);
  run(graph, stream, 2);

  cudaGraph_t clone;
  CHECK(cudaGraphClone(&clone, graph));
  CHECK(cudaGraphDestroy(graph));
  CHECK(cudaGraphGetNodes(clone, NULL, &nodes));
  std::printf("clone: %zu nodes\n", nodes);
  run(clone, stream, 1);
  CHECK(cudaGraphDestroy(clone));

  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  CHECK(cudaMemcpyAsync(in_d, in.data(), n * sizeof(float), cudaMemcpyDefault, stream));
  CHECK(cudaMemsetAsync(partial_d, 0, blocks * sizeof(double), stream));
  partial_sums<<<blocks, 1, 0, stream>>>(in_d, partial_d);
  combine<<<1, 1, 0, stream>>>(partial_d, sum_d);
  CHECK(cudaMemcpyAsync(&sum, sum_d, sizeof sum, cudaMemcpyDefault, stream));
  CHECK(cudaLaunchHostFunc(stream, check, &expected));
  CHECK(cudaStreamEndCapture(stream, &graph));
  CHECK(cudaGraphGetNodes(graph, NULL, &nodes));
  std::printf("captured: %zu nodes\n", nodes);
  run(graph, stream, 1);
  CHECK(cudaGraphDestroy(graph));

  CHECK(cudaStreamDestroy(stream));
  CHECK(cudaFree(in_d));
  CHECK(cudaFree(partial_d));
  CHECK(cudaFree(sum_d));
  return 0;
}
