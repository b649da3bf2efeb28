// Pi by throwing darts, with a counter-based generator: the host repeats it exactly.
//> same hits as the host: yes
//> pi is within 0.05: yes
#include <cmath>
#include <cstdint>
#include <iostream>
#include <memory>

#include <cuda_runtime.h>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

/// Of a number on the host, and of a tile of numbers.
template <class T> __host__ __tile__ T mix(T x) {
  x = x ^ (x >> 16u);
  x = x * 0x7feb352du;
  x = x ^ (x >> 15u);
  x = x * 0x846ca68bu;
  return x ^ (x >> 16u);
}

constexpr int lanes = 256;

__tile_global__ void throw_darts(unsigned long long *hits, std::uint32_t seed) {
  auto number = ct::element_cast<std::uint32_t>(ct::iota<ct::tile<int, ct::shape<lanes>>>()) + ct::bid().x * std::uint32_t(lanes);
  auto a = mix(number * 2u + seed), b = mix(number * 2u + (seed + 1u));
  auto x = ct::element_cast<float>(a >> 9u) * (1.0f / 8388608.0f);
  auto y = ct::element_cast<float>(b >> 9u) * (1.0f / 8388608.0f);
  auto inside = ct::element_cast<int>(x * x + y * y < 1.0f);
  ct::atomic_add(hits, static_cast<unsigned long long>(static_cast<int>(ct::sum<0>(inside))), ct::memory_order_relaxed_t{});
}

struct CudaDelete {
  void operator()(void *p) const { cudaFree(p); }
};

int main() {
  constexpr std::uint32_t seed = 12345, blocks = 64;
  unsigned long long *raw = nullptr, host_hits = 0, device_hits = 0;
  if (cudaMalloc(&raw, sizeof *raw) != cudaSuccess)
    return 1;
  std::unique_ptr<unsigned long long, CudaDelete> hits(raw);
  cudaMemset(hits.get(), 0, sizeof *raw);
  throw_darts<<<blocks, 1>>>(hits.get(), seed);
  cudaMemcpy(&device_hits, hits.get(), sizeof device_hits, cudaMemcpyDefault);

  for (std::uint32_t i = 0; i < blocks * lanes; ++i) {
    const float x = float(mix(2 * i + seed) >> 9) * (1.0f / 8388608.0f);
    const float y = float(mix(2 * i + seed + 1) >> 9) * (1.0f / 8388608.0f);
    host_hits += std::fma(x, x, y * y) < 1.0f;
  }
  const long long difference = static_cast<long long>(host_hits) - static_cast<long long>(device_hits);
  // One dart may lie so near to the circle that a fused multiplication decides.
  std::cout << "same hits as the host: " << (std::llabs(difference) <= 1 ? "yes" : "no") << '\n';
  const double pi = 4.0 * double(device_hits) / (blocks * lanes);
  std::cout << "pi is within 0.05: " << (std::abs(pi - 3.14159265) < 0.05 ? "yes" : "no") << std::endl;
}
