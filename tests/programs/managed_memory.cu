// Unified memory: host and kernels use the same pointers, also in a list.
//> 1 4 9 16 25 36 49 64
//> sum of the list: 60
//> managed: 3, device: 2, host: 0
#include <cstdio>
#include <cuda_runtime.h>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

struct Node {
  int value;
  Node *next;
};

__tile_global__ void squares(int *data) {
  auto p = data + ct::iota<ct::tile<int, ct::shape<8>>>();
  auto x = ct::load(p);
  ct::store(p, x * x);
}

__tile_global__ void sum_list(Node *first, int *sum) {
  int total = 0;
  for (Node *node = first; node != nullptr; node = node->next)
    total = total + node->value;
  *sum = total;
}

int main() {
  int *data;
  cudaMallocManaged(&data, 8 * sizeof(int));
  for (int i = 0; i < 8; ++i)
    data[i] = i + 1;
  squares<<<1, 1>>>(data);
  cudaDeviceSynchronize();
  for (int i = 0; i < 8; ++i)
    std::printf("%d%c", data[i], i == 7 ? '\n' : ' ');

  Node *first = nullptr;
  for (int i = 1; i <= 3; ++i) {
    Node *node;
    cudaMallocManaged(&node, sizeof(Node));
    *node = {10 * i, first};
    first = node;
  }
  int *sum;
  cudaMallocManaged((void **)&sum, sizeof(int), cudaMemAttachGlobal);
  sum_list<<<1, 1>>>(first, sum);
  cudaDeviceSynchronize();
  std::printf("sum of the list: %d\n", *sum);

  void *device;
  cudaMalloc(&device, 4);
  cudaPointerAttributes of_managed, of_device, of_host;
  cudaPointerGetAttributes(&of_managed, sum);
  cudaPointerGetAttributes(&of_device, device);
  cudaPointerGetAttributes(&of_host, &device);
  std::printf("managed: %d, device: %d, host: %d\n", of_managed.type, of_device.type, of_host.type);
  while (first) {
    Node *next = first->next;
    cudaFree(first);
    first = next;
  }
  cudaFree(data);
  cudaFree(sum);
  return cudaFree(device);
}
