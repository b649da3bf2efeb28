// Memory ordered by streams, from the default pool and from one of the program's own.
//> threshold: 1048576
//> default pool: 55
//> own pool: 385
//> twice freed: cudaErrorInvalidValue
#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

__tile_global__ void powers(int *out, int exponent) {
  auto i = 1 + ct::iota<ct::tile<int, ct::shape<16>>>();
  auto power = exponent == 1 ? i : i * i;
  ct::store_masked(out + (i - 1), power, i <= 10);
}

__tile_global__ void total(const int *values, int *result) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  *result = static_cast<int>(ct::sum<0>(ct::load_masked(values + i, i < 10, 0)));
}

static int sum_of_powers(int exponent, cudaMemPool_t pool, cudaStream_t stream) {
  int *values, *result, host = -1;
  if (pool)
    cudaMallocFromPoolAsync(&values, 10 * sizeof(int), pool, stream);
  else
    cudaMallocAsync(&values, 10 * sizeof(int), stream);
  cudaMallocAsync(&result, sizeof(int), stream);
  powers<<<1, 1, 0, stream>>>(values, exponent);
  total<<<1, 1, 0, stream>>>(values, result);
  cudaMemcpyAsync(&host, result, sizeof host, cudaMemcpyDeviceToHost, stream);
  cudaFreeAsync(values, stream);
  cudaFreeAsync(result, stream);
  cudaStreamSynchronize(stream);
  return host;
}

int main() {
  int device, supported = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&supported, cudaDevAttrMemoryPoolsSupported, device);
  if (!supported)
    return 77;
  cudaMemPool_t pool, own;
  cudaDeviceGetDefaultMemPool(&pool, device);
  std::uint64_t threshold = 1 << 20, read = 0;
  cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold);
  cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &read);
  std::printf("threshold: %llu\n", static_cast<unsigned long long>(read));

  cudaStream_t stream;
  cudaStreamCreate(&stream);
  std::printf("default pool: %d\n", sum_of_powers(1, nullptr, stream));
  cudaMemPoolProps properties = {};
  properties.allocType = 1;
  properties.location.type = 1;
  properties.location.id = device;
  cudaMemPoolCreate(&own, &properties);
  std::printf("own pool: %d\n", sum_of_powers(2, own, stream));

  void *once;
  cudaMallocAsync(&once, 64, stream);
  cudaFreeAsync(once, stream);
  std::printf("twice freed: %s\n", cudaGetErrorName(cudaFreeAsync(once, stream)));
  cudaMemPoolTrimTo(pool, 0);
  cudaMemPoolDestroy(own);
  cudaStreamDestroy(stream);
}
//! findings: 1
