// A graph with a fork and a join, captured from two streams, with copies from pinned memory that each launch reads anew.
//> side stream is captured too: 1
//> 5 nodes
//> 1..4: sum 10, product 24
//> 2..5: sum 14, product 120
//> side stream is captured afterwards: 0
#include <cuda_runtime.h>
#include <cuda_tile.h>
#include <iostream>

__tile_global__ void sum(const int *in, int *out) { *out = in[0] + in[1] + in[2] + in[3]; }
__tile_global__ void product(const int *in, int *out) { *out = in[0] * in[1] * in[2] * in[3]; }

void check(cudaError_t e, int line) {
  if (e != cudaSuccess) {
    std::cerr << "line " << line << ": " << cudaGetErrorString(e) << std::endl;
    std::exit(2);
  }
}
#define CHECK(x) check((x), __LINE__)

int main() {
  int *host_in, *host_out, *in, *out;
  CHECK(cudaHostAlloc(&host_in, 4 * sizeof(int), cudaHostAllocDefault));
  CHECK(cudaHostAlloc(&host_out, 2 * sizeof(int), cudaHostAllocDefault));
  CHECK(cudaMalloc(&in, 4 * sizeof(int)));
  CHECK(cudaMalloc(&out, 2 * sizeof(int)));
  cudaStream_t main_stream, side;
  CHECK(cudaStreamCreate(&main_stream));
  CHECK(cudaStreamCreate(&side));
  cudaEvent_t fork, join;
  CHECK(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
  CHECK(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));

  CHECK(cudaStreamBeginCapture(main_stream, cudaStreamCaptureModeThreadLocal));
  CHECK(cudaMemcpyAsync(in, host_in, 4 * sizeof(int), cudaMemcpyHostToDevice, main_stream));
  CHECK(cudaEventRecord(fork, main_stream));
  CHECK(cudaStreamWaitEvent(side, fork, 0));
  sum<<<1, 1, 0, main_stream>>>(in, out);
  product<<<1, 1, 0, side>>>(in, out + 1);
  cudaStreamCaptureStatus status;
  CHECK(cudaStreamIsCapturing(side, &status));
  std::cout << "side stream is captured too: " << status << '\n';
  CHECK(cudaMemcpyAsync(host_out + 1, out + 1, sizeof(int), cudaMemcpyDeviceToHost, side));
  CHECK(cudaEventRecord(join, side));
  CHECK(cudaMemcpyAsync(host_out, out, sizeof(int), cudaMemcpyDeviceToHost, main_stream));
  CHECK(cudaStreamWaitEvent(main_stream, join, 0));
  cudaGraph_t graph;
  CHECK(cudaStreamEndCapture(main_stream, &graph));
  size_t nodes = 0;
  CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
  std::cout << nodes << " nodes\n";

  cudaGraphExec_t executable;
  CHECK(cudaGraphInstantiate(&executable, graph));
  for (int first = 1; first <= 2; ++first) {
    for (int i = 0; i < 4; ++i)
      host_in[i] = first + i;
    CHECK(cudaGraphLaunch(executable, main_stream));
    CHECK(cudaStreamSynchronize(main_stream));
    std::cout << first << ".." << first + 3 << ": sum " << host_out[0] << ", product " << host_out[1] << '\n';
  }
  CHECK(cudaStreamIsCapturing(side, &status));
  std::cout << "side stream is captured afterwards: " << status << '\n';
  CHECK(cudaGraphExecDestroy(executable));
  CHECK(cudaGraphDestroy(graph));
  CHECK(cudaEventDestroy(fork));
  CHECK(cudaEventDestroy(join));
  CHECK(cudaStreamDestroy(main_stream));
  CHECK(cudaStreamDestroy(side));
  CHECK(cudaFreeHost(host_in));
  CHECK(cudaFreeHost(host_out));
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
}
