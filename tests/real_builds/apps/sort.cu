// Kernels in namespaces with aliases, using-declarations and inline namespaces.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
namespace lib { inline namespace v2 {
template <class Key, class Compare> __tile_global__ void bitonic(Key* keys) { ct::store(keys, Key(Compare::value)); }
struct less { static constexpr int value = 1; };
struct greater { static constexpr int value = 2; };
} namespace v1 { template <class Key> __tile_global__ void bitonic_old(Key* keys) { ct::store(keys, Key()); } } }
namespace l = lib;
namespace other { using lib::bitonic; using lib::v1::bitonic_old; template <class K> using Less = l::less; }
using namespace other;
void adl(lib::less*);
int main() {
  int* i = nullptr; float* f = nullptr; long* w = nullptr;
  l::bitonic<int, l::less><<<1, 1>>>(i);
  lib::v2::bitonic<float, lib::v2::greater><<<1, 1>>>(f);
  other::bitonic<long, other::Less<long>><<<1, 1>>>(w);
  bitonic_old<<<1, 1>>>(i);
  ::lib::v1::bitonic_old<<<1, 1>>>(w);
  { using lib::v1::bitonic_old; bitonic_old<float><<<1, 1>>>(f); }
}
