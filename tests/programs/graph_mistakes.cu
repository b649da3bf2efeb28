// The calls that a capture does not allow, and the captures that are invalid with them.
//> wait while captured: cudaErrorStreamCaptureUnsupported
//> launch after that: cudaErrorStreamCaptureInvalidated
//> end of it: cudaErrorStreamCaptureInvalidated, graph is null: 1
//> allocation while captured: cudaErrorStreamCaptureUnsupported
//> end of it: cudaErrorStreamCaptureInvalidated, graph is null: 1
//> default stream beside a capture: cudaErrorStreamCaptureImplicit
//> end of it: cudaErrorStreamCaptureInvalidated, graph is null: 1
//> fork without join: cudaErrorStreamCaptureUnjoined, graph is null: 1
//> end without begin: cudaErrorIllegalState, graph is null: 1
//> capture of the default stream: cudaErrorStreamCaptureUnsupported
//> relaxed capture with an allocation: cudaSuccess, graph is null: 0
//> afterwards: 5
#include <cstdio>
#include <cuda_runtime.h>
#include <cuda_tile.h>

__tile_global__ void set(int *p, int value) { *p = value; }

static void end(const char *what, cudaStream_t stream) {
  cudaGraph_t graph = reinterpret_cast<cudaGraph_t>(&graph);
  const cudaError_t error = cudaStreamEndCapture(stream, &graph);
  std::printf("%s: %s, graph is null: %d\n", what, cudaGetErrorName(error), graph == nullptr);
  if (graph)
    cudaGraphDestroy(graph);
  cudaGetLastError();
}

int main() {
  int *p, *q = nullptr;
  cudaMalloc(&p, sizeof(int));
  cudaStream_t a, b;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);

  cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal);
  std::printf("wait while captured: %s\n", cudaGetErrorName(cudaStreamSynchronize(a)));
  cudaGetLastError();
  set<<<1, 1, 0, a>>>(p, 1);
  std::printf("launch after that: %s\n", cudaGetErrorName(cudaGetLastError()));
  end("end of it", a);

  cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal);
  std::printf("allocation while captured: %s\n", cudaGetErrorName(cudaMalloc(&q, 4)));
  end("end of it", a);

  cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal);
  set<<<1, 1>>>(p, 1);
  std::printf("default stream beside a capture: %s\n", cudaGetErrorName(cudaGetLastError()));
  end("end of it", a);

  cudaEvent_t event;
  cudaEventCreate(&event);
  cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal);
  set<<<1, 1, 0, a>>>(p, 1);
  cudaEventRecord(event, a);
  cudaStreamWaitEvent(b, event);
  set<<<1, 1, 0, b>>>(p, 2);
  end("fork without join", a);
  end("end without begin", a);
  std::printf("capture of the default stream: %s\n",
              cudaGetErrorName(cudaStreamBeginCapture(cudaStreamLegacy, cudaStreamCaptureModeGlobal)));

  cudaStreamBeginCapture(a, cudaStreamCaptureModeRelaxed);
  cudaMalloc(&q, 4);
  end("relaxed capture with an allocation", a);

  set<<<1, 1, 0, b>>>(p, 5);
  int value;
  cudaMemcpy(&value, p, sizeof value, cudaMemcpyDeviceToHost);
  std::printf("afterwards: %d\n", value);
  cudaEventDestroy(event);
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
  cudaFree(p);
  cudaFree(q);
}
