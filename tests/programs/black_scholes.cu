// Option prices by Black and Scholes for many options, against the host, in pieces of managed memory.
//> 3000 options
//> relative error below 1e-3: yes
//> put-call parity: yes
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include <cuda_runtime.h>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

constexpr float kRate = 0.02f, kVolatility = 0.3f;
constexpr int kTile = 256;
using Prices = ct::tile<float, ct::shape<kTile>>;

/// The cumulative normal distribution, by the polynomial of Abramowitz and Stegun.
__tile__ Prices distribution(Prices d) {
  auto k = 1.0f / (1.0f + 0.2316419f * ct::abs(d));
  auto polynomial = k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
  auto tail = 0.39894228f * ct::exp(-0.5f * d * d) * polynomial;
  return ct::select(d > 0.0f, 1.0f - tail, tail);
}

__tile_global__ void blackScholes(float *call, float *put, const float *price, const float *strike, const float *years, int n) {
  auto i = kTile * int(ct::bid().x) + ct::iota<ct::tile<int, ct::shape<kTile>>>();
  auto inside = i < n;
  auto s = ct::load_masked(price + i, inside, 1.0f);
  auto x = ct::load_masked(strike + i, inside, 1.0f);
  auto t = ct::load_masked(years + i, inside, 1.0f);
  auto root = ct::sqrt(t);
  auto d1 = (ct::log(s / x) + (kRate + 0.5f * kVolatility * kVolatility) * t) / (kVolatility * root);
  auto d2 = d1 - kVolatility * root;
  auto discounted = x * ct::exp(-kRate * t);
  auto cnd1 = distribution(d1), cnd2 = distribution(d2);
  ct::store_masked(call + i, s * cnd1 - discounted * cnd2, inside);
  ct::store_masked(put + i, discounted * (1.0f - cnd2) - s * (1.0f - cnd1), inside);
}

int main() {
  const int n = 3000;
  float *call, *put, *price, *strike, *years;
  for (float **array : {&call, &put, &price, &strike, &years})
    if (cudaMallocManaged(array, n * sizeof(float)) != cudaSuccess)
      return EXIT_FAILURE;
  srand(5347);
  auto uniform = [](float low, float high) { return low + (high - low) * (float(rand()) / float(RAND_MAX)); };
  for (int i = 0; i < n; ++i) {
    price[i] = uniform(5, 30);
    strike[i] = uniform(1, 100);
    years[i] = uniform(0.25f, 10);
  }
  blackScholes<<<(n + kTile - 1) / kTile, 1>>>(call, put, price, strike, years, n);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return EXIT_FAILURE;
  double difference = 0, sum = 0, parity = 0;
  for (int i = 0; i < n; ++i) {
    const double s = price[i], x = strike[i], t = years[i];
    const double d1 = (std::log(s / x) + (kRate + 0.5 * kVolatility * kVolatility) * t) / (kVolatility * std::sqrt(t));
    const double d2 = d1 - kVolatility * std::sqrt(t);
    auto normal = [](double d) { return 0.5 * std::erfc(-d / std::sqrt(2.0)); };
    const double discounted = x * std::exp(-kRate * t);
    const double expected = s * normal(d1) - discounted * normal(d2);
    difference += std::fabs(expected - call[i]);
    sum += std::fabs(expected);
    parity = std::fmax(parity, std::fabs(call[i] - put[i] - (s - discounted)));
  }
  std::printf("%d options\n", n);
  std::printf("relative error below 1e-3: %s\n", difference / sum < 1e-3 ? "yes" : "no");
  std::printf("put-call parity: %s\n", parity < 1e-3 ? "yes" : "no");
  for (float *array : {call, put, price, strike, years})
    cudaFree(array);
}
