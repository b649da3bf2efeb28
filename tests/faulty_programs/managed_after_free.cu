// A list in unified memory is freed node by node, and each node is asked for the next one behind its free.
//! ends with a signal
#include <cuda_runtime.h>
#include <cuda_tile.h>

struct Node {
  int value;
  Node *next;
};

__tile_global__ void twice(Node *node) {
  for (; node != nullptr; node = node->next)
    node->value = 2 * node->value;
}

int main() {
  Node *first = nullptr;
  for (int i = 0; i < 3; ++i) {
    Node *node;
    cudaMallocManaged(&node, sizeof(Node));
    *node = {i, first};
    first = node;
  }
  twice<<<1, 1>>>(first);
  cudaDeviceSynchronize();
  int sum = 0;
  for (Node *node = first; node != nullptr;) {
    sum += node->value;
#ifdef RIGHT
    Node *next = node->next;
    cudaFree(node);
    node = next;
#else
    cudaFree(node);
    node = node->next; // finding: host code reads memory that is not allocated
#endif
  }
  return sum == 6 ? 0 : 1;
}
