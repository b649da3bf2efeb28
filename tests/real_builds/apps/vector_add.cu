#include <cuda_tile.h>
#include <cstdio>
#include <cstdlib>
namespace ct = cuda::tiles;

__tile_global__ void vectorAdd(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c) {
  auto i = int(ct::bid().x) * 256 + ct::iota<ct::tile<int, ct::shape<256>>>();
  ct::store(c + i, ct::load(a + i) + ct::load(b + i));
}

int main() {
  const int n = 1 << 20;
  size_t bytes = n * sizeof(float);
  float *h = (float*)malloc(bytes), *a, *b, *c;
  for (int i = 0; i < n; ++i) h[i] = rand() / (float)RAND_MAX;
  cudaMalloc(&a, bytes);
  cudaMalloc((void**)&b, bytes);
  cudaMalloc(reinterpret_cast<void**>(&c), bytes);
  cudaMemcpy(a, h, bytes, cudaMemcpyHostToDevice);
  vectorAdd<<<n / 256, 1>>>(a, b, c);
  cudaError_t err = cudaGetLastError();
  if (err != cudaSuccess) {
    fprintf(stderr, "launch failed: %s\n", cudaGetErrorString(err));
    exit(EXIT_FAILURE);
  }
  cudaDeviceProp prop;
  cudaGetDeviceProperties(&prop, 0);
  printf("%s: %d SMs, %zu bytes\n", prop.name, prop.multiProcessorCount, prop.totalGlobalMem);
  free(h);
  return 0;
}
