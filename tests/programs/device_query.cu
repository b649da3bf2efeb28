// The properties that programs ask for before they do anything else.
//! on a GPU: its name and numbers
//> devices: 1
//> name: tilec CPU device
//> compute capability: 9.0
//> limits: 2147483647 65535 65535, warp 32, threads 1024
//> memory: some, processors: some, managed: 1, clusters: 1
//> attribute agrees: yes
//> runtime 13.3
#include <cstdio>
#include <cuda_runtime.h>

int main() {
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) {
    std::printf("no device\n");
    return 1;
  }
  std::printf("devices: %d\n", count);
  cudaDeviceProp prop{};
  cudaSetDevice(0);
  cudaGetDeviceProperties(&prop, 0);
  std::printf("name: %s\n", prop.name);
  std::printf("compute capability: %d.%d\n", prop.major, prop.minor);
  std::printf("limits: %d %d %d, warp %d, threads %d\n", prop.maxGridSize[0], prop.maxGridSize[1], prop.maxGridSize[2],
              prop.warpSize, prop.maxThreadsPerBlock);
  std::printf("memory: %s, processors: %s, managed: %d, clusters: %d\n", prop.totalGlobalMem > (1u << 20) ? "some" : "none",
              prop.multiProcessorCount > 0 ? "some" : "none", prop.managedMemory, prop.clusterLaunch);
  int processors = 0, version = 0;
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
  std::printf("attribute agrees: %s\n", processors == prop.multiProcessorCount ? "yes" : "no");
  cudaRuntimeGetVersion(&version);
  std::printf("runtime %d.%d\n", version / 1000, version % 1000 / 10);
}
