// A structure is copied to the device, the array that it points to is not.
#include <cuda_runtime.h>
#include <cuda_tile.h>

struct Matrix {
  int rows, columns;
  float *elements;
};

__tile_global__ void trace(const Matrix *matrix, float *out) {
  float sum = 0;
  for (int i = 0; i < matrix->rows; ++i)
    sum += matrix->elements[i * matrix->columns + i]; // finding: kernel `trace(const Matrix* matrix, float* out)`: access through an invalid
  *out = sum;
}

int main() {
  float elements[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, *out, *copy;
  Matrix host{3, 3, elements}, *device;
  cudaMalloc(&device, sizeof host);
  cudaMalloc(&out, sizeof(float));
  cudaMalloc(&copy, sizeof elements);
  cudaMemcpy(copy, elements, sizeof elements, cudaMemcpyHostToDevice);
#ifdef RIGHT
  host.elements = copy;
#endif
  cudaMemcpy(device, &host, sizeof host, cudaMemcpyHostToDevice);
  trace<<<1, 1>>>(device, out);
  cudaDeviceSynchronize();
  cudaFree(copy);
  cudaFree(device);
  cudaFree(out);
}
