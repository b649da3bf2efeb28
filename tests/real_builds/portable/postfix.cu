// Any postfix expression can be launched.
#include <cuda_tile.h>

template <class T, int N> __tile_global__ void k(T* p) { cuda::tiles::store(p, T(N)); }

template <class T> struct Types {
  using Fn = void (*)(T*);
};

template <class T> void launch_all(T* p, bool first) {
  using Fn = void (*)(T*);
  static_cast<void (*)(T*)>(k<T, 1>)<<<1, 1>>>(p);
  reinterpret_cast<Fn>(&k<T, 2>)<<<1, 1>>>(p);
  Fn{k<T, 3>}<<<1, 1>>>(p);
  typename Types<T>::Fn{k<T, 4>}<<<1, 1>>>(p);
  [] { return &k<T, 5>; }()<<<1, 1>>>(p);
  [](int) -> Fn { return k<T, 6>; }(1)<<<1, 1>>>(p);
  decltype(&k<T, 7>)(k<T, 7>)<<<1, 1>>>(p);
  if (first) {
  }
  (*k<T, 8>)<<<1, 1>>>(p);
}

void launch(float* p) { launch_all(p, true); }
