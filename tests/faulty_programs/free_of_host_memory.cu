// Memory of `new` is freed as if it were the device's.
#include <cuda_runtime.h>

int main() {
  int *numbers = new int[10];
#ifndef RIGHT
  cudaFree(numbers); // finding: free of a pointer that no such allocation begins at
#endif
  delete[] numbers;
  cudaFree(nullptr);
}
