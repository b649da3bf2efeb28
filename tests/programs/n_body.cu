// Bodies that attract each other, in two buffers that take turns, with a struct of arrays.
//> momentum is conserved: yes
//> agrees with the host: yes
#include <cuda_runtime.h>
#include <cuda_tile.h>

#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

namespace ct = cuda::tiles;

constexpr int N = 64;
constexpr float DT = 0.01f, SOFTENING = 0.1f;

struct Bodies {
  float *x, *y, *vx, *vy;

  void allocate() {
    cudaMalloc(&x, 4 * N * sizeof(float));
    y = x + N, vx = x + 2 * N, vy = x + 3 * N;
  }
  void release() { cudaFree(x); }
};

__tile_global__ void step(Bodies from, Bodies to) {
  const int i = int(ct::bid().x);
  auto j = ct::iota<ct::tile<int, ct::shape<N>>>();
  const float x = from.x[i], y = from.y[i];
  auto dx = ct::load(from.x + j) - x;
  auto dy = ct::load(from.y + j) - y;
  auto inverse = ct::rsqrt(dx * dx + dy * dy + SOFTENING);
  auto strength = inverse * inverse * inverse;
  const float vx = from.vx[i] + DT * static_cast<float>(ct::sum<0>(dx * strength));
  const float vy = from.vy[i] + DT * static_cast<float>(ct::sum<0>(dy * strength));
  to.vx[i] = vx, to.vy[i] = vy;
  to.x[i] = x + DT * vx, to.y[i] = y + DT * vy;
}

int main() {
  std::mt19937 random(11);
  std::uniform_real_distribution<float> place(-1, 1);
  std::vector<float> state(4 * N, 0.0f), next(4 * N);
  for (int i = 0; i < 2 * N; ++i)
    state[i] = place(random);
  Bodies now, then;
  now.allocate();
  then.allocate();
  cudaMemcpy(now.x, state.data(), state.size() * sizeof(float), cudaMemcpyHostToDevice);
  const int steps = 5;
  for (int s = 0; s < steps; ++s) {
    step<<<N, 1>>>(now, then);
    std::swap(now, then);
  }
  std::vector<float> found(4 * N);
  cudaMemcpy(found.data(), now.x, found.size() * sizeof(float), cudaMemcpyDeviceToHost);
  if (cudaError_t error = cudaGetLastError()) {
    std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
    return 1;
  }
  for (int s = 0; s < steps; ++s) {
    for (int i = 0; i < N; ++i) {
      double ax = 0, ay = 0;
      for (int j = 0; j < N; ++j) {
        const double dx = state[j] - state[i], dy = state[N + j] - state[N + i];
        const double strength = std::pow(dx * dx + dy * dy + SOFTENING, -1.5);
        ax += dx * strength, ay += dy * strength;
      }
      next[2 * N + i] = float(state[2 * N + i] + DT * ax);
      next[3 * N + i] = float(state[3 * N + i] + DT * ay);
      next[i] = state[i] + DT * next[2 * N + i];
      next[N + i] = state[N + i] + DT * next[3 * N + i];
    }
    std::swap(state, next);
  }
  double px = 0, py = 0, worst = 0;
  for (int i = 0; i < N; ++i)
    px += found[2 * N + i], py += found[3 * N + i];
  for (int i = 0; i < 4 * N; ++i)
    worst = std::fmax(worst, std::fabs(found[i] - state[i]));
  std::printf("momentum is conserved: %s\n", std::fabs(px) + std::fabs(py) < 1e-2 ? "yes" : "no");
  std::printf("agrees with the host: %s\n", worst < 1e-3 ? "yes" : "no");
  now.release();
  then.release();
}
