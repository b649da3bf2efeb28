// A volume of slices with pitched rows: one box of it is copied in, worked on, and copied out.
//> pitch holds a row: yes
//> corner 1.5, inside 124.5, untouched 0
//> sum of the box: 1254
#include <cuda_runtime.h>
#include <cuda_tile.h>

#include <cstdio>
#include <vector>

constexpr int W = 6, H = 5, D = 4;

__tile_global__ void add_half(cudaPitchedPtr volume) {
  char *slice = static_cast<char *>(volume.ptr) + (cuda::tiles::bid().z * H + cuda::tiles::bid().y) * volume.pitch;
  reinterpret_cast<float *>(slice)[cuda::tiles::bid().x] += 0.5f;
}

int main() {
  cudaPitchedPtr device;
  cudaMalloc3D(&device, make_cudaExtent(W * sizeof(float), H, D));
  std::printf("pitch holds a row: %s\n", device.pitch >= W * sizeof(float) ? "yes" : "no");

  // Element (x, y, z) is 1 + x + 10 y + 30 z.
  std::vector<float> host(W * H * D), back(W * H * D, 0.0f);
  for (int z = 0; z < D; ++z)
    for (int y = 0; y < H; ++y)
      for (int x = 0; x < W; ++x)
        host[(z * H + y) * W + x] = 1 + x + 10 * y + 30 * z;

  cudaMemcpy3DParms in = {};
  in.srcPtr = make_cudaPitchedPtr(host.data(), W * sizeof(float), W, H);
  in.dstPtr = device;
  in.extent = make_cudaExtent(W * sizeof(float), H, D);
  in.kind = cudaMemcpyHostToDevice;
  if (cudaMemcpy3D(&in) != cudaSuccess)
    return 1;
  add_half<<<dim3(W, H, D), 1>>>(device);

  // A box of 3 x 2 x 2 from (2, 2, 2) comes to the beginning of `back`.
  cudaMemcpy3DParms out = {};
  out.srcPtr = device;
  out.srcPos = make_cudaPos(2 * sizeof(float), 2, 2);
  out.dstPtr = make_cudaPitchedPtr(back.data(), W * sizeof(float), W, H);
  out.extent = make_cudaExtent(3 * sizeof(float), 2, 2);
  out.kind = cudaMemcpyDeviceToHost;
  if (cudaMemcpy3D(&out) != cudaSuccess)
    return 2;
  float corner, sum = 0;
  cudaMemcpy(&corner, device.ptr, sizeof corner, cudaMemcpyDeviceToHost);
  for (float value : back)
    sum += value;
  std::printf("corner %g, inside %g, untouched %g\n", corner, back[(1 * H + 1) * W + 1], back[3]);
  std::printf("sum of the box: %g\n", sum);
  cudaFree(device.ptr);
}
