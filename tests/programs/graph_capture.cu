// An iteration of twenty small kernels, captured once and launched as a graph.
//> nothing ran while it was captured: 1
//> kernels in the graph: 20
//> after 3 launches: 61
//> after another 7: 201
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda_runtime.h>
#include <cuda_tile.h>

#define checkCudaErrors(call)                                                                            \
  do {                                                                                                   \
    cudaError_t err = call;                                                                              \
    if (err != cudaSuccess) {                                                                            \
      fprintf(stderr, "CUDA error at %s:%d code=%d(%s)\n", __FILE__, __LINE__, err, cudaGetErrorName(err)); \
      exit(EXIT_FAILURE);                                                                                \
    }                                                                                                    \
  } while (0)

#define NKERNEL 20

__tile_global__ void shortKernel(int *counter) { counter[0] += 1; }

int main(void) {
  int *counter, value;
  checkCudaErrors(cudaMalloc(&counter, sizeof(int)));
  int one = 1;
  checkCudaErrors(cudaMemcpy(counter, &one, sizeof(int), cudaMemcpyHostToDevice));

  cudaStream_t stream;
  checkCudaErrors(cudaStreamCreate(&stream));
  cudaGraph_t graph;
  cudaGraphExec_t instance;
  bool graphCreated = false;

  for (int istep = 0; istep < 3; istep++) {
    if (!graphCreated) {
      checkCudaErrors(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
      for (int ikrnl = 0; ikrnl < NKERNEL; ikrnl++)
        shortKernel<<<1, 1, 0, stream>>>(counter);
      checkCudaErrors(cudaStreamEndCapture(stream, &graph));
      checkCudaErrors(cudaMemcpy(&value, counter, sizeof(int), cudaMemcpyDeviceToHost));
      printf("nothing ran while it was captured: %d\n", value);
      checkCudaErrors(cudaGraphInstantiate(&instance, graph, 0));
      graphCreated = true;
    }
    checkCudaErrors(cudaGraphLaunch(instance, stream));
    checkCudaErrors(cudaStreamSynchronize(stream));
  }
  size_t count = 0;
  checkCudaErrors(cudaGraphGetNodes(graph, NULL, &count));
  std::vector<cudaGraphNode_t> nodes(count);
  checkCudaErrors(cudaGraphGetNodes(graph, nodes.data(), &count));
  printf("kernels in the graph: %d\n", (int)nodes.size());
  checkCudaErrors(cudaMemcpy(&value, counter, sizeof(int), cudaMemcpyDeviceToHost));
  printf("after 3 launches: %d\n", value);

  // Launches of an executable graph in two streams do not overlap, and it needs the graph no longer.
  checkCudaErrors(cudaGraphDestroy(graph));
  cudaStream_t other;
  checkCudaErrors(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  for (int i = 0; i < 7; ++i)
    checkCudaErrors(cudaGraphLaunch(instance, i % 2 ? stream : other));
  checkCudaErrors(cudaDeviceSynchronize());
  checkCudaErrors(cudaMemcpy(&value, counter, sizeof(int), cudaMemcpyDeviceToHost));
  printf("after another 7: %d\n", value);

  checkCudaErrors(cudaGraphExecDestroy(instance));
  checkCudaErrors(cudaStreamDestroy(stream));
  checkCudaErrors(cudaStreamDestroy(other));
  checkCudaErrors(cudaFree(counter));
  return 0;
}
