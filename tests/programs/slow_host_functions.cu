// Host functions take their time; what events, streams and graphs put behind them waits for them.
//> event has not happened: cudaErrorNotReady
//> no time yet: cudaErrorNotReady
//> behind an event of another stream: 1 2
//> an event is what was last recorded: 1 2 3
//> behind a host function of a graph: 6
//> pageable memory was copied when the call was made: 7
//> pinned memory is copied when the stream comes to it: 9
#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>
#include <vector>

#include <cuda_runtime.h>
#include <cuda_tile.h>

__tile_global__ void append(int *list, int value) {
  int length = list[0];
  list[length + 1] = value;
  list[0] = length + 1;
}

static std::atomic<bool> open_gate;
static void gate(void *) {
  while (!open_gate)
    std::this_thread::sleep_for(std::chrono::microseconds(200));
}
static void write_slowly(void *cell) {
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  *static_cast<int *>(cell) = 6;
}

struct List {
  int *device;
  List() {
    cudaMalloc(&device, 8 * sizeof(int));
    cudaMemset(device, 0, 8 * sizeof(int));
    cudaDeviceSynchronize();
  }
  ~List() { cudaFree(device); }
  void show(const char *what) {
    int host[8];
    cudaDeviceSynchronize();
    cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%s:", what);
    for (int i = 1; i <= host[0]; ++i)
      std::printf(" %d", host[i]);
    std::printf("\n");
  }
};

int main() {
  cudaStream_t a, b;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaEvent_t start, event;
  cudaEventCreate(&start);
  cudaEventCreate(&event);
  {
    List list;
    open_gate = false;
    cudaEventRecord(start, a);
    cudaLaunchHostFunc(a, gate, nullptr);
    append<<<1, 1, 0, a>>>(list.device, 1);
    cudaEventRecord(event, a);
    cudaStreamWaitEvent(b, event);
    append<<<1, 1, 0, b>>>(list.device, 2);
    std::printf("event has not happened: %s\n", cudaGetErrorName(cudaEventQuery(event)));
    float ms;
    std::printf("no time yet: %s\n", cudaGetErrorName(cudaEventElapsedTime(&ms, start, event)));
    open_gate = true;
    list.show("behind an event of another stream");

    // The wait is for what the event was when the stream was told, although it is recorded again.
    open_gate = false;
    cudaEventRecord(event, a);
    cudaStreamWaitEvent(b, event);
    cudaLaunchHostFunc(a, gate, nullptr);
    cudaEventRecord(event, a);
    append<<<1, 1, 0, b>>>(list.device, 3);
    cudaStreamSynchronize(b);
    open_gate = true;
    cudaEventSynchronize(event);
    list.show("an event is what was last recorded");
  }
  int *device, *pinned, found = 0;
  cudaMalloc(&device, sizeof(int));
  cudaMallocHost(&pinned, sizeof(int));
  *pinned = 5;
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  cudaStreamBeginCapture(a, cudaStreamCaptureModeRelaxed);
  cudaLaunchHostFunc(a, write_slowly, pinned);
  cudaMemcpyAsync(device, pinned, sizeof(int), cudaMemcpyHostToDevice, a);
  cudaStreamEndCapture(a, &graph);
  cudaGraphInstantiate(&executable, graph, 0);
  cudaGraphLaunch(executable, a);
  cudaStreamSynchronize(a);
  cudaMemcpy(&found, device, sizeof found, cudaMemcpyDeviceToHost);
  std::printf("behind a host function of a graph: %d\n", found);
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
  std::vector<int> pageable{7};
  open_gate = false;
  cudaLaunchHostFunc(a, gate, nullptr);
  cudaMemcpyAsync(device, pageable.data(), sizeof(int), cudaMemcpyHostToDevice, a);
  pageable[0] = 8;
  open_gate = true;
  cudaStreamSynchronize(a);
  cudaMemcpy(&found, device, sizeof found, cudaMemcpyDeviceToHost);
  std::printf("pageable memory was copied when the call was made: %d\n", found);
  *pinned = 8;
  open_gate = false;
  cudaLaunchHostFunc(a, gate, nullptr);
  cudaMemcpyAsync(device, pinned, sizeof(int), cudaMemcpyHostToDevice, a);
  *pinned = 9;
  open_gate = true;
  cudaStreamSynchronize(a);
  cudaMemcpy(&found, device, sizeof found, cudaMemcpyDeviceToHost);
  std::printf("pinned memory is copied when the stream comes to it: %d\n", found);

  cudaFree(device);
  cudaFreeHost(pinned);
  cudaEventDestroy(start);
  cudaEventDestroy(event);
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
}
