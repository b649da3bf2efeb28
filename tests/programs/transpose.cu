// A matrix transposed tile by tile, with sizes that tiles do not divide, from the command line if there are any.
//> 45 x 70 -> 70 x 45
//> PASSED
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <cuda_runtime.h>
#include <cuda_tile.h>

#define TILE_DIM 16

using cuda::tiles::extents;
using cuda::tiles::partition_view;
using cuda::tiles::shape;
using cuda::tiles::tensor_span;

__tile_global__ void transpose(float *odata, const float *idata, int width, int height) {
  partition_view in{tensor_span{idata, extents{height, width}}, shape<TILE_DIM, TILE_DIM>{}};
  partition_view out{tensor_span{odata, extents{width, height}}, shape<TILE_DIM, TILE_DIM>{}};
  auto tile = in.load_masked(cuda::tiles::bid().y, cuda::tiles::bid().x);
  out.store_masked(cuda::tiles::transpose(tile), cuda::tiles::bid().x, cuda::tiles::bid().y);
}

int main(int argc, char **argv) {
  int height = argc > 2 ? atoi(argv[1]) : 45, width = argc > 2 ? atoi(argv[2]) : 70;
  size_t size = sizeof(float) * height * width;
  float *h_in = (float *)malloc(size), *h_out = (float *)malloc(size), *d_in, *d_out;
  for (int i = 0; i < height * width; i++)
    h_in[i] = (float)i;
  memset(h_out, 0, size);
  cudaMalloc(&d_in, size);
  cudaMalloc(&d_out, size);
  cudaMemcpy(d_in, h_in, size, cudaMemcpyHostToDevice);
  dim3 grid((width + TILE_DIM - 1) / TILE_DIM, (height + TILE_DIM - 1) / TILE_DIM);
  transpose<<<grid, 1>>>(d_out, d_in, width, height);
  cudaMemcpy(h_out, d_out, size, cudaMemcpyDeviceToHost);
  printf("%d x %d -> %d x %d\n", height, width, width, height);
  bool ok = true;
  for (int y = 0; y < height && ok; y++)
    for (int x = 0; x < width; x++)
      if (h_out[x * height + y] != h_in[y * width + x]) {
        printf("wrong at (%d, %d)\n", y, x);
        ok = false;
        break;
      }
  printf("%s\n", ok ? "PASSED" : "FAILED");
  cudaFree(d_in);
  cudaFree(d_out);
  free(h_in);
  free(h_out);
  return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
