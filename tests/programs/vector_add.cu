// Sum of two vectors.
//> PASSED: 0 wrong, c[9999] = 29997
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

#define CHECK(call)                                                                       \
  do {                                                                                    \
    cudaError_t error_ = (call);                                                          \
    if (error_ != cudaSuccess) {                                                          \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error_)); \
      std::exit(1);                                                                       \
    }                                                                                     \
  } while (0)

constexpr int TILE = 256;

__tile_global__ void vectorAdd(const float *a, const float *b, float *c, int n) {
  ct::partition_view va{ct::tensor_span{a, ct::extents{n}}, ct::shape<TILE>{}};
  ct::partition_view vb{ct::tensor_span{b, ct::extents{n}}, ct::shape<TILE>{}};
  ct::partition_view vc{ct::tensor_span{c, ct::extents{n}}, ct::shape<TILE>{}};
  auto i = ct::bid().x;
  vc.store_masked(va.load_masked(i) + vb.load_masked(i), i);
}

int main() {
  const int n = 10000;
  std::vector<float> a(n), b(n), c(n);
  for (int i = 0; i < n; ++i) {
    a[i] = i;
    b[i] = 2 * i;
  }
  float *da, *db, *dc;
  CHECK(cudaMalloc(&da, n * sizeof(float)));
  CHECK(cudaMalloc(&db, n * sizeof(float)));
  CHECK(cudaMalloc(&dc, n * sizeof(float)));
  CHECK(cudaMemcpy(da, a.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(db, b.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  vectorAdd<<<(n + TILE - 1) / TILE, 1>>>(da, db, dc, n);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpy(c.data(), dc, n * sizeof(float), cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int i = 0; i < n; ++i)
    wrong += c[i] != 3.0f * i;
  std::printf("%s: %d wrong, c[9999] = %g\n", wrong ? "FAILED" : "PASSED", wrong, c[n - 1]);
  CHECK(cudaFree(da));
  CHECK(cudaFree(db));
  CHECK(cudaFree(dc));
  return wrong != 0;
}
