// Counts of bytes with atomic additions, compared with those of the host.
//> bins that differ: 0, counted 5000
#include <cuda_runtime.h>
#include <cuda_tile.h>
#include <cstdint>
#include <cstdio>
#include <random>
#include <vector>

namespace ct = cuda::tiles;

__tile_global__ void histogram(const std::uint8_t *values, unsigned *bins, int count) {
  auto at = 64 * int(ct::bid().x) + ct::iota<ct::tile<int, ct::shape<64>>>();
  auto inside = at < count;
  auto value = ct::load_masked(values + at, inside, std::uint8_t(0));
  ct::atomic_add_masked(bins + ct::element_cast<int>(value), ct::full<ct::tile<unsigned, ct::shape<64>>>(1u), inside, ct::memory_order_relaxed_t{});
}

int main() {
  std::mt19937 random(7);
  std::vector<std::uint8_t> values(5000);
  std::vector<unsigned> expected(256), found(256);
  for (auto &value : values) {
    value = std::uint8_t(random() % 250);
    ++expected[value];
  }
  std::uint8_t *d_values;
  unsigned *d_bins;
  cudaMalloc(&d_values, values.size());
  cudaMalloc(&d_bins, 256 * sizeof(unsigned));
  cudaMemcpy(d_values, values.data(), values.size(), cudaMemcpyHostToDevice);
  cudaMemset(d_bins, 0, 256 * sizeof(unsigned));
  histogram<<<(5000 + 63) / 64, 1>>>(d_values, d_bins, 5000);
  cudaMemcpy(found.data(), d_bins, 256 * sizeof(unsigned), cudaMemcpyDeviceToHost);
  int different = 0;
  unsigned total = 0;
  for (int i = 0; i < 256; ++i) {
    different += expected[i] != found[i];
    total += found[i];
  }
  std::printf("bins that differ: %d, counted %u\n", different, total);
  cudaFree(d_values);
  cudaFree(d_bins);
  return cudaGetLastError();
}
