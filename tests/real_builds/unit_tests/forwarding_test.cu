// The launch is deep in templates, with perfect forwarding.
#include <cuda_tile.h>
#include "cuda_check.h"
namespace ct = cuda::tiles;
template <class T, class U> __tile_global__ void assign(T* to, U value) { ct::store(to, T(value)); }
namespace wrap {
template <class F, class... Args> decltype(auto) traced(F&& f, Args&&... args) { return std::forward<F>(f)(std::forward<Args>(args)...); }
template <class K, class... Args> void launch(K kernel, Args&&... args) { kernel<<<1, 1>>>(std::forward<Args>(args)...); }
struct Deduce { template <class T, class U> void operator()(T* to, U&& value) const { assign<<<1, 1>>>(to, std::forward<U>(value)); } };
template <class T> using Ptr = T*;
}
TEST(Forwarding, All) {
  float f = 0; const int i = 3; double d = 2; wrap::Ptr<float> p = &f;
  wrap::traced(wrap::Deduce{}, p, i);
  wrap::traced(wrap::Deduce{}, p, d);
  wrap::traced(wrap::Deduce{}, &d, 1.5f);
  wrap::traced([](auto... a) { wrap::launch(a...); }, assign<int, int>, (int*)nullptr, 3);
}
