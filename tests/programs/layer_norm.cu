// Layer normalisation with a struct of parameters, timed with events over several runs.
//> rows: 37, width: 100
//> mean below 1e-5: yes, variance near 1: yes
//> largest difference to the host below 1e-4: yes
//> events are in order: yes
#include <cassert>
#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

#include <cuda_runtime.h>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

struct LayerNormParams {
  const float *input;
  const float *gamma, *beta;
  float *output;
  int rows, width;
  float epsilon;
};

template <int BLOCK> __tile_global__ void layer_norm(LayerNormParams p) {
  const long row = ct::bid().x;
  auto column = ct::iota<ct::tile<int, ct::shape<BLOCK>>>();
  auto inside = column < p.width;
  auto x = ct::load_masked(p.input + row * p.width + column, inside, 0.0f);
  const float mean = static_cast<float>(ct::sum<0>(x)) / p.width;
  auto centered = ct::select(inside, x - mean, ct::zeros<ct::tile<float, ct::shape<BLOCK>>>());
  const float variance = static_cast<float>(ct::sum<0>(centered * centered)) / p.width;
  auto scale = ct::load_masked(p.gamma + column, inside, 0.0f) * (1.0f / ct::sqrt(variance + p.epsilon));
  auto y = centered * scale + ct::load_masked(p.beta + column, inside, 0.0f);
  ct::store_masked(p.output + row * p.width + column, y, inside);
}

float *upload(const std::vector<float> &host) {
  float *device = nullptr;
  [[maybe_unused]] cudaError_t status = cudaMalloc(&device, host.size() * sizeof(float));
  assert(status == cudaSuccess);
  cudaMemcpy(device, host.data(), host.size() * sizeof(float), cudaMemcpyHostToDevice);
  return device;
}

int main() {
  LayerNormParams p{};
  p.rows = 37, p.width = 100, p.epsilon = 1e-6f;
  std::mt19937 generator(3);
  std::normal_distribution<float> normal(2, 3);
  std::vector<float> x(p.rows * p.width), gamma(p.width, 1), beta(p.width, 0), y(x.size());
  for (float &value : x)
    value = normal(generator);
  float *dx = upload(x), *dg = upload(gamma), *db = upload(beta), *dy = upload(y);
  p.input = dx, p.gamma = dg, p.beta = db, p.output = dy;

  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaEventRecord(start);
  for (int run = 0; run < 3; ++run)
    layer_norm<128><<<p.rows, 1>>>(p);
  cudaEventRecord(stop);
  cudaEventSynchronize(stop);
  float ms = -1;
  cudaEventElapsedTime(&ms, start, stop);
  cudaMemcpy(y.data(), dy, y.size() * sizeof(float), cudaMemcpyDeviceToHost);

  double worst_mean = 0, worst_variance = 0, worst = 0;
  for (int r = 0; r < p.rows; ++r) {
    const float *in = &x[r * p.width], *out = &y[r * p.width];
    double mean = 0, variance = 0, m = 0, v = 0;
    for (int c = 0; c < p.width; ++c)
      mean += in[c] / double(p.width), m += out[c] / double(p.width);
    for (int c = 0; c < p.width; ++c)
      variance += (in[c] - mean) * (in[c] - mean) / p.width, v += (out[c] - m) * (out[c] - m) / p.width;
    for (int c = 0; c < p.width; ++c)
      worst = std::fmax(worst, std::fabs(out[c] - (in[c] - mean) / std::sqrt(variance + p.epsilon)));
    worst_mean = std::fmax(worst_mean, std::fabs(m));
    worst_variance = std::fmax(worst_variance, std::fabs(v - 1));
  }
  std::printf("rows: %d, width: %d\n", p.rows, p.width);
  std::printf("mean below 1e-5: %s, variance near 1: %s\n", worst_mean < 1e-5 ? "yes" : "no", worst_variance < 1e-4 ? "yes" : "no");
  std::printf("largest difference to the host below 1e-4: %s\n", worst < 1e-4 ? "yes" : "no");
  std::printf("events are in order: %s\n", ms > 0 ? "yes" : "no");
  for (float *pointer : {dx, dg, db, dy})
    cudaFree(pointer);
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
}
