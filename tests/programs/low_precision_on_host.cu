// The scales and numbers of four bits, which the host converts as kernels do.
//> e8m0 3 = 4, 0 = 5.87747e-39, -1 is 1
//> ue5m3 1.1875 = 1.25, 200000 = 114688, -1 is nan
//> e2m1 2.5 = 2, -100 = -6, from an int 3
//> kernel agrees for 768 numbers and 12288 conversions
#include <cmath>
#include <cstdio>
#include <cstring>
#include <cuda_fp16.h>
#include <cuda_fp4.h>
#include <cuda_fp8.h>
#include <cuda_runtime.h>
#include <cuda_tile.h>
#include <vector>

namespace ct = cuda::tiles;

template <class E> __tile_global__ void widen(const E *in, float *out) {
  auto i = ct::iota<ct::tile<int, ct::shape<256>>>();
  ct::store(out + i, ct::element_cast<float>(ct::load(in + i)));
}
template <class E> __tile_global__ void narrow(const float *in, E *out) {
  auto i = 256 * int(ct::bid().x) + ct::iota<ct::tile<int, ct::shape<256>>>();
  ct::store(out + i, ct::element_cast<E>(ct::load(in + i)));
}

constexpr int count = 4096;

template <class E> void compare(int &numbers, int &conversions) {
  std::vector<E> in(256), back(count);
  std::vector<float> wide(256), floats(count);
  for (int i = 0; i < 256; ++i)
    in[i].__x = static_cast<unsigned char>(i);
  // Every exponent and sign, and fractions on both sides of the middles.
  for (unsigned i = 0; i < count; ++i) {
    unsigned const bits = (i & 511) << 23 | (i >> 9) * 0x100001u;
    std::memcpy(&floats[i], &bits, sizeof bits);
  }
  E *din, *dback;
  float *dwide, *dfloats;
  cudaMalloc(&din, 256);
  cudaMalloc(&dback, count);
  cudaMalloc(&dwide, 256 * sizeof(float));
  cudaMalloc(&dfloats, count * sizeof(float));
  cudaMemcpy(din, in.data(), 256, cudaMemcpyHostToDevice);
  cudaMemcpy(dfloats, floats.data(), count * sizeof(float), cudaMemcpyHostToDevice);
  widen<E><<<1, 1>>>(din, dwide);
  narrow<E><<<count / 256, 1>>>(dfloats, dback);
  cudaMemcpy(wide.data(), dwide, 256 * sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(back.data(), dback, count, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 256; ++i) {
    float const x = float(in[i]);
    numbers += std::isnan(x) ? std::isnan(wide[i]) : x == wide[i] && std::signbit(x) == std::signbit(wide[i]);
  }
  for (int i = 0; i < count; ++i)
    conversions += E(floats[i]).__x == back[i].__x;
  cudaFree(din);
  cudaFree(dback);
  cudaFree(dwide);
  cudaFree(dfloats);
}

int main() {
  std::printf("e8m0 3 = %g, 0 = %g, -1 is %g\n", float(__nv_fp8_e8m0(3.0f)), float(__nv_fp8_e8m0(0.0f)),
              std::fabs(float(__nv_fp8_e8m0(-1.0f))));
  std::printf("ue5m3 1.1875 = %g, 200000 = %g, -1 is %g\n", float(__nv_fp8_ue5m3(1.1875)), float(__nv_fp8_ue5m3(200000)),
              std::fabs(float(__nv_fp8_ue5m3(__half(-1.0f)))));
  std::printf("e2m1 2.5 = %g, -100 = %g, from an int %g\n", float(__nv_fp4_e2m1(2.5f)), float(__nv_fp4_e2m1(-100.0)),
              float(__nv_fp4_e2m1(3)));
  int numbers = 0, conversions = 0;
  compare<__nv_fp8_e8m0>(numbers, conversions);
  compare<__nv_fp8_ue5m3>(numbers, conversions);
  compare<__nv_fp4_e2m1>(numbers, conversions);
  std::printf("kernel agrees for %d numbers and %d conversions\n", numbers, conversions);
}
