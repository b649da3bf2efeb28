// Kernels in a table of function pointers, launched through it, through cudaLaunchKernel and cudaLaunchKernelEx.
//> add: 11
//> subtract: 9
//> multiply: 20
//> by pointer: 12
//> by configuration: 13
//> name: _Z6binaryILc43EEvPiii
//> threads: 1
#include <cstdio>
#include <cuda_runtime.h>
#include <cuda_tile.h>
#include <map>
#include <string>

template <char OP> __tile_global__ void binary(int *out, int a, int b) {
  if constexpr (OP == '+')
    *out = a + b;
  else if constexpr (OP == '-')
    *out = a - b;
  else
    *out = a * b;
}

using Kernel = void (*)(int *, int, int);

static int *device;

static void show(const char *name) {
  int value = 0;
  cudaError_t error = cudaMemcpy(&value, device, sizeof value, cudaMemcpyDeviceToHost);
  std::printf("%s: %d%s%s\n", name, value, error ? " " : "", error ? cudaGetErrorString(error) : "");
}

int main() {
  const std::map<std::string, Kernel> kernels{{"add", &binary<'+'>}, {"multiply", binary<'*'>}, {"subtract", binary<'-'>}};
  cudaMalloc(&device, sizeof(int));
  for (const char *name : {"add", "subtract", "multiply"}) {
    kernels.at(name)<<<1, 1>>>(device, 10, name[0] == 'm' ? 2 : 1);
    show(name);
  }
  int a = 5, b = 7;
  void *arguments[] = {&device, &a, &b};
  cudaLaunchKernel((void *)binary<'+'>, dim3(1), dim3(1), arguments, 0, 0);
  show("by pointer");
  cudaLaunchConfig_t config = {};
  config.gridDim = 1;
  config.blockDim = 1;
  cudaLaunchKernelEx(&config, binary<'+'>, device, 6, b);
  show("by configuration");
  char const *name = nullptr;
  cudaFuncGetName(&name, binary<'+'>);
  std::printf("name: %s\n", name);
  cudaFuncAttributes attributes;
  if (cudaFuncGetAttributes(&attributes, binary<'+'>) == cudaSuccess)
    std::printf("threads: %d\n", attributes.maxThreadsPerBlock);
}
//! findings: 1
