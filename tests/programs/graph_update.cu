// A graph that is captured anew for each size, and an executable graph that is updated as long as the form stays the same.
//> n = 4: updated, 4 values of 1
//> n = 8: updated, 8 values of 2
//> n = 8 with another kernel behind it: topology changed (2), 8 values of 4
//> a fill in the place of the kernel: node type changed (3), 8 values of 0
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

__tile_global__ void add(int *p, int by, int n) {
  auto i = ct::iota<ct::tile<int, ct::shape<8>>>();
  ct::store_masked(p + i, ct::load_masked(p + i, i < n) + by, i < n);
}

enum class Form { Once, Twice, Fill };

static cudaGraph_t captured(cudaStream_t stream, int *p, int by, int n, Form form) {
  cudaGraph_t graph;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaMemsetAsync(p, 0, n * sizeof(int), stream);
  if (form == Form::Fill)
    cudaMemsetAsync(p, 0, n * sizeof(int), stream);
  else
    add<<<1, 1, 0, stream>>>(p, by, n);
  if (form == Form::Twice)
    add<<<1, 1, 0, stream>>>(p, by, n);
  cudaStreamEndCapture(stream, &graph);
  return graph;
}

int main() {
  const int most = 8;
  int *p;
  cudaMalloc(&p, most * sizeof(int));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraphExec_t executable = nullptr;
  struct {
    int n, by;
    Form form;
    const char *text;
  } const steps[] = {{4, 1, Form::Once, "n = 4"},
                     {8, 2, Form::Once, "n = 8"},
                     {8, 2, Form::Twice, "n = 8 with another kernel behind it"},
                     {8, 2, Form::Fill, "a fill in the place of the kernel"}};
  cudaGraph_t first = captured(stream, p, 9, most, Form::Once);
  cudaGraphInstantiate(&executable, first);
  cudaGraphDestroy(first);
  for (const auto &step : steps) {
    cudaGraph_t graph = captured(stream, p, step.by, step.n, step.form);
    if (step.form == Form::Fill) {
      // The executable graph has the form with one kernel again.
      cudaGraph_t once = captured(stream, p, step.by, step.n, Form::Once);
      cudaGraphExecDestroy(executable);
      cudaGraphInstantiate(&executable, once);
      cudaGraphDestroy(once);
    }
    cudaGraphExecUpdateResultInfo info;
    const cudaError_t error = cudaGraphExecUpdate(executable, graph, &info);
    std::printf("%s: ", step.text);
    if (error == cudaSuccess) {
      std::printf("updated, ");
    } else {
      const char *why = info.result == cudaGraphExecUpdateErrorTopologyChanged ? "topology changed" : "node type changed";
      std::printf("%s (%d), ", error == cudaErrorGraphExecUpdateFailure ? why : "?", info.result);
      cudaGetLastError();
      cudaGraphExecDestroy(executable);
      cudaGraphInstantiate(&executable, graph);
    }
    cudaGraphLaunch(executable, stream);
    std::vector<int> values(step.n);
    cudaMemcpyAsync(values.data(), p, step.n * sizeof(int), cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    int same = 0;
    for (int value : values)
      same += value == values[0];
    std::printf("%d values of %d\n", same, values[0]);
    cudaGraphDestroy(graph);
  }
  cudaGraphExecDestroy(executable);
  cudaStreamDestroy(stream);
  cudaFree(p);
  return cudaGetLastError();
}
