#pragma once
#include <cuda_tile.h>

#include <cstdint>

namespace app {
namespace ct = cuda::tiles;

template <int N, class T>
__tile__ auto tile_at(T* p) {
  return p + (int(ct::bid().x) * N + ct::iota<ct::tile<int, ct::shape<N>>>());
}

template <class T, class Op, int N = APP_TILE>
__tile_global__ void map(const T* in, T* out) {
  ct::store(tile_at<N>(out), Op::apply(ct::load(tile_at<N>(in))));
}

template <int N>
__tile_global__ void fill(int* p, int value) {
  ct::store(tile_at<N>(p), ct::full<ct::tile<int, ct::shape<N>>>(value));
}

struct Twice {
  template <class V> static __tile__ auto apply(V v) { return v + v; }
};
struct Square {
  template <class V> static __tile__ auto apply(V v) { return v * v; }
};
struct Negate {
  template <class V> static __tile__ auto apply(V v) { return -v; }
};

inline __tile_global__ void shared_plain(float* p) { ct::store(tile_at<32>(p), ct::load(tile_at<32>(p))); }
}  // namespace app
