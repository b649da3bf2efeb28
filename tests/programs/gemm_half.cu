// Matrix product of halves, checked against a loop on the host.
//> max relative error below 0.001: yes
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

static void check(cudaError_t error, const char *what) {
  if (error != cudaSuccess) {
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorName(error));
    std::exit(EXIT_FAILURE);
  }
}

template <int BM, int BN, int BK>
__tile_global__ void gemm(const __half *__restrict__ a, const __half *__restrict__ b, float *__restrict__ c, int m, int n,
                          int k) {
  ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<BM, BK>{}};
  ct::partition_view vb{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<BK, BN>{}};
  ct::partition_view vc{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<BM, BN>{}};
  auto acc = ct::zeros<ct::tile<float, ct::shape<BM, BN>>>();
  for (int step : ct::irange(0, ct::ceildiv(k, BK)))
    acc = ct::mma(va.load_masked(ct::bid().x, step), vb.load_masked(step, ct::bid().y), acc);
  vc.store_masked(acc, ct::bid().x, ct::bid().y);
}

int main(int argc, char **argv) {
  const int m = argc > 1 ? std::atoi(argv[1]) : 100, n = 72, k = 50;
  auto a = std::make_unique<__half[]>(m * k), b = std::make_unique<__half[]>(k * n);
  auto c = std::make_unique<float[]>(m * n);
  for (int i = 0; i < m * k; ++i)
    a[i] = __float2half(float(i % 17) / 16 - 0.5f);
  for (int i = 0; i < k * n; ++i)
    b[i] = __half(float(i % 13) * 0.1f);

  __half *da = nullptr, *db = nullptr;
  float *dc = nullptr;
  check(cudaMalloc(&da, m * k * sizeof(__half)), "cudaMalloc");
  check(cudaMalloc((void **)&db, k * n * sizeof(__half)), "cudaMalloc");
  check(cudaMalloc(&dc, m * n * sizeof(float)), "cudaMalloc");
  check(cudaMemcpy(da, a.get(), m * k * sizeof(__half), cudaMemcpyHostToDevice), "cudaMemcpy");
  check(cudaMemcpy(db, b.get(), k * n * sizeof(__half), cudaMemcpyHostToDevice), "cudaMemcpy");

  const dim3 grid((m + 31) / 32, (n + 31) / 32);
  gemm<32, 32, 16><<<grid, 1>>>(da, db, dc, m, n, k);
  check(cudaGetLastError(), "launch");
  check(cudaMemcpy(c.get(), dc, m * n * sizeof(float), cudaMemcpyDeviceToHost), "cudaMemcpy");

  double worst = 0;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      double sum = 0, magnitude = 0;
      for (int l = 0; l < k; ++l) {
        const double product = double(__half2float(a[i * k + l])) * double(float(b[l * n + j]));
        sum += product;
        magnitude += std::fabs(product);
      }
      worst = std::fmax(worst, std::fabs(sum - c[i * n + j]) / magnitude);
    }
  std::printf("max relative error below 0.001: %s\n", worst < 1e-3 ? "yes" : "no");
  cudaFree(da), cudaFree(db), cudaFree(dc);
}
