// The other ways to launch: cudaLaunchKernel, cudaLaunchKernelEx, cudaLaunchKernelExC, cudaLaunchCooperativeKernel.
//> triple chevron: 11
//> cudaLaunchKernel: 22
//> cudaLaunchKernelEx: 33
//> cudaLaunchKernelExC: 44
//> cudaLaunchCooperativeKernel: 55
//> name: _Z8multiplyPiii
//> blocks of one: 1
#include <cstdio>
#include <cuda_runtime.h>
#include <cuda_tile.h>

__tile_global__ void multiply(int *out, int a, int b) { *out = a * b; }

static int *device;

static int result() {
  int value = 0;
  cudaMemcpy(&value, device, sizeof value, cudaMemcpyDeviceToHost);
  return value;
}

int main() {
  cudaMalloc(&device, sizeof(int));
  int a = 11, b = 1;
  void *args[] = {&device, &a, &b};
  dim3 grid = 1, block = 1;

  multiply<<<grid, block>>>(device, a, b);
  printf("triple chevron: %d\n", result());

  b = 2;
  cudaLaunchKernel((const void *)multiply, grid, block, args, 0, nullptr);
  printf("cudaLaunchKernel: %d\n", result());

  cudaLaunchConfig_t config = {};
  config.gridDim = grid;
  config.blockDim = block;
  cudaLaunchAttribute attribute[1];
  attribute[0].id = cudaLaunchAttributeCooperative;
  attribute[0].val.cooperative = 1;
  config.attrs = attribute;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, multiply, device, 11, 3);
  printf("cudaLaunchKernelEx: %d\n", result());

  b = 4;
  cudaLaunchKernelExC(&config, (const void *)multiply, args);
  printf("cudaLaunchKernelExC: %d\n", result());

  b = 5;
  cudaLaunchCooperativeKernel(multiply, grid, block, args);
  printf("cudaLaunchCooperativeKernel: %d\n", result());

  const char *name = nullptr;
  cudaFuncGetName(&name, multiply);
  printf("name: %s\n", name);
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, multiply);
  printf("blocks of one: %d\n", attributes.maxThreadsPerBlock);
  cudaFree(device);
}
