// k-means of points on a line: assignment on the device, sums by atomics, the loop on the host until nothing changes.
//> converged: yes
//> centers: 2 21 100
//> sizes: 5 3 2
#include <cmath>
#include <cstdio>
#include <vector>

#include "cuda_runtime.h"
#include "cuda_tile.h"

using namespace cuda::tiles;

static const int K = 3;

__tile_global__ void assign(const float *points, const float *centers, float *sums, int *sizes, int n) {
  int i = int(bid().x);
  if (i >= n)
    return;
  float x = points[i];
  int best = 0;
  float distance = 1e30f;
  for (int k = 0; k < K; ++k) {
    float d = (x - centers[k]) * (x - centers[k]);
    if (d < distance) {
      distance = d;
      best = k;
    }
  }
  atomic_add(sums + best, x, memory_order_relaxed_t{});
  atomic_add(sizes + best, 1, memory_order_relaxed_t{});
}

int main() {
  std::vector<float> points{0, 1, 2, 3, 4, 20, 21, 22, 99, 101};
  std::vector<float> centers{0, 10, 50};
  float *d_points, *d_centers, *d_sums;
  int *d_sizes;
  cudaMalloc((void **)&d_points, points.size() * sizeof(float));
  cudaMalloc((void **)&d_centers, K * sizeof(float));
  cudaMalloc((void **)&d_sums, K * sizeof(float));
  cudaMalloc((void **)&d_sizes, K * sizeof(int));
  cudaMemcpy(d_points, &points[0], points.size() * sizeof(float), cudaMemcpyHostToDevice);

  bool moved = true;
  int sizes[K];
  for (int iteration = 0; moved && iteration < 50; ++iteration) {
    cudaMemcpy(d_centers, centers.data(), K * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemset(d_sums, 0, K * sizeof(float));
    cudaMemset(d_sizes, 0, K * sizeof(int));
    assign<<<points.size(), 1>>>(d_points, d_centers, d_sums, d_sizes, int(points.size()));
    float sums[K];
    cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost);
    cudaMemcpy(sizes, d_sizes, sizeof sizes, cudaMemcpyDeviceToHost);
    moved = false;
    for (int k = 0; k < K; ++k) {
      float center = sizes[k] ? sums[k] / sizes[k] : centers[k];
      moved |= std::fabs(center - centers[k]) > 1e-6f;
      centers[k] = center;
    }
  }
  printf("converged: %s\n", moved ? "no" : "yes");
  printf("centers: %g %g %g\n", centers[0], centers[1], centers[2]);
  printf("sizes: %d %d %d\n", sizes[0], sizes[1], sizes[2]);
  cudaFree(d_points);
  cudaFree(d_centers);
  cudaFree(d_sums);
  cudaFree(d_sizes);
  return 0;
}
