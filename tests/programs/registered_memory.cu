// Host memory of the program itself, registered: copies do not wait, kernels reach it, and mistakes have CUDA's codes.
//> sum of the kernel: 2016
//> sum on the host: 4032
//> the same again: cudaErrorHostMemoryAlreadyRegistered
//> the end of it and more: cudaErrorHostMemoryAlreadyRegistered
//> the beginning of it and more: cudaErrorHostMemoryAlreadyRegistered
//> all of it and more: cudaErrorHostMemoryAlreadyRegistered
//> what is beside it: cudaSuccess
//> an end inside of it: cudaErrorInvalidValue
//> an end of other memory: cudaErrorHostMemoryNotRegistered
//> nothing: cudaErrorInvalidValue
//> no bytes: cudaErrorInvalidValue
//> pinned memory: cudaErrorInvalidValue
//> managed memory: cudaErrorInvalidValue
//> kinds: 1 0
//> its end: cudaSuccess
//> its end again: cudaErrorHostMemoryNotRegistered
#include <cstdio>
#include <numeric>
#include <vector>
#include <cuda_runtime.h>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

__tile_global__ void twice(int *numbers, int *sum) {
  auto at = ct::iota<ct::tile<int, ct::shape<64>>>();
  auto x = ct::load(numbers + at);
  ct::store(numbers + at, x + x);
  *sum = ct::sum<0>(x);
}

static void show(const char *what, cudaError_t error) {
  std::printf("%s: %s\n", what, cudaGetErrorName(error));
  cudaGetLastError();
}

int main() {
  std::vector<int> all(4096), other(64);
  int *numbers = all.data() + 1000, *device = nullptr, sum = 0;
  std::iota(numbers, numbers + 64, 0);
  const size_t bytes = 64 * sizeof(int);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  if (cudaHostRegister(numbers, bytes, cudaHostRegisterMapped | cudaHostRegisterPortable) != cudaSuccess)
    return 1;
  cudaMalloc(&device, bytes);
  int *reached = nullptr;
  cudaHostGetDevicePointer(&reached, numbers, 0);
  twice<<<1, 1, 0, stream>>>(reached, device);
  cudaMemcpyAsync(&sum, device, sizeof sum, cudaMemcpyDeviceToHost, stream);
  cudaMemcpyAsync(device, numbers, bytes, cudaMemcpyHostToDevice, stream);
  cudaStreamSynchronize(stream);
  std::printf("sum of the kernel: %d\n", sum);
  std::printf("sum on the host: %d\n", std::accumulate(numbers, numbers + 64, 0));

  show("the same again", cudaHostRegister(numbers, bytes, 0));
  show("the end of it and more", cudaHostRegister(numbers + 32, bytes, 0));
  show("the beginning of it and more", cudaHostRegister(numbers - 32, bytes, 0));
  show("all of it and more", cudaHostRegister(numbers - 32, 2 * bytes, 0));
  show("what is beside it", cudaHostRegister(numbers + 64, bytes, 0));
  show("an end inside of it", cudaHostUnregister(numbers + 1));
  show("an end of other memory", cudaHostUnregister(other.data()));
  show("nothing", cudaHostRegister(nullptr, bytes, 0));
  show("no bytes", cudaHostRegister(other.data(), 0, 0));
  int *pinned, *managed;
  cudaMallocHost(&pinned, bytes);
  cudaMallocManaged(&managed, bytes);
  show("pinned memory", cudaHostRegister(pinned, bytes, 0));
  show("managed memory", cudaHostRegister(managed, bytes, 0));
  cudaHostUnregister(numbers + 64);
  cudaPointerAttributes attributes, of_other;
  cudaPointerGetAttributes(&attributes, numbers + 3);
  cudaPointerGetAttributes(&of_other, other.data());
  std::printf("kinds: %d %d\n", static_cast<int>(attributes.type), static_cast<int>(of_other.type));
  show("its end", cudaHostUnregister(numbers));
  show("its end again", cudaHostUnregister(numbers));
  cudaFreeHost(pinned);
  cudaFree(managed);
  cudaFree(device);
  cudaStreamDestroy(stream);
}
