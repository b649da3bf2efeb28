// A prefix sum of any length: tiles first, then their sums, then both together.
//> 1 element: right
//> 256 elements: right
//> 5000 elements: right
//> overflow wraps: right
#include <cstdint>
#include <iostream>
#include <numeric>
#include <string>
#include <vector>

#include <cuda_runtime.h>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

namespace scan {

constexpr int width = 256;
using Tile = ct::tile<std::uint32_t, ct::shape<width>>;

__tile_global__ void tiles(const std::uint32_t *in, std::uint32_t *out, std::uint32_t *sums, int n) {
  auto i = width * int(ct::bid().x) + ct::iota<ct::tile<int, ct::shape<width>>>();
  auto values = ct::load_masked(in + i, i < n, 0u);
  ct::store_masked(out + i, ct::partial_sum<0>(values), i < n);
  sums[ct::bid().x] = static_cast<std::uint32_t>(ct::sum<0>(values));
}

__tile_global__ void add(std::uint32_t *out, const std::uint32_t *before, int n) {
  if (ct::bid().x == 0)
    return;
  const std::uint32_t offset = before[ct::bid().x - 1];
  auto i = width * int(ct::bid().x) + ct::iota<ct::tile<int, ct::shape<width>>>();
  ct::store_masked(out + i, ct::load_masked(out + i, i < n, 0u) + offset, i < n);
}

/// In place; sums of tiles are summed up the same way.
void inclusive(std::uint32_t *data, int n) {
  const int blocks = (n + width - 1) / width;
  std::uint32_t *sums;
  cudaMalloc(&sums, blocks * sizeof *sums);
  tiles<<<blocks, 1>>>(data, data, sums, n);
  if (blocks > 1) {
    inclusive(sums, blocks);
    add<<<blocks, 1>>>(data, sums, n);
  }
  cudaFree(sums);
}

} // namespace scan

static void check(const std::string &name, std::vector<std::uint32_t> values) {
  std::uint32_t *device;
  const size_t bytes = values.size() * sizeof(std::uint32_t);
  cudaMalloc(&device, bytes);
  cudaMemcpy(device, values.data(), bytes, cudaMemcpyHostToDevice);
  scan::inclusive(device, int(values.size()));
  std::vector<std::uint32_t> expected(values.size());
  std::partial_sum(values.begin(), values.end(), expected.begin());
  cudaMemcpy(values.data(), device, bytes, cudaMemcpyDeviceToHost);
  std::cout << name << ": " << (values == expected ? "right" : "wrong") << '\n';
  cudaFree(device);
}

int main() {
  std::vector<std::uint32_t> numbers(5000);
  for (std::uint32_t i = 0; i < numbers.size(); ++i)
    numbers[i] = i * 2654435761u >> 20;
  check("1 element", {7});
  check("256 elements", {numbers.begin(), numbers.begin() + 256});
  check("5000 elements", numbers);
  check("overflow wraps", std::vector<std::uint32_t>(600, 0x40000000u));
}
