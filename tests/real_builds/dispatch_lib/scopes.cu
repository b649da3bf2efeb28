// Kernels in namespaces: nested, inline, unnamed; static ones; using declarations and aliases.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
namespace lib { inline namespace v2 { namespace detail {
template <class T> __tile_global__ void zero(T* p) { ct::store(p, T(0)); }
} using detail::zero; } namespace { struct Tag {}; template <class T, class = Tag> __tile_global__ void one(T* p) { ct::store(p, T(1)); } 
__tile_global__ void plain(float* p) { ct::store(p, 3.f); } } 
static __tile_global__ void hidden(float* p) { ct::store(p, 4.f); }
template <class T> static __tile_global__ void hidden_template(T* p) { ct::store(p, T(5)); }
template <class T> inline __tile_global__ void inline_template(T* p) { ct::store(p, T(6)); }
}
namespace deep = lib::v2::detail;
using namespace lib;
template <class T> __tile_global__ void outside(T* p) { ct::store(p, T(7)); }
extern "C" __tile_global__ void c_name(int* p) { ct::store(p, 8); }
namespace lib::v2 { namespace adl { struct Box { float* p; }; template <class B> __tile_global__ void unbox(B* b, float* p) { ct::store(p, 1.f); } } }
namespace { namespace inner { template <int N> __tile_global__ void counted(int* p) { ct::store(p, N); } } }
void run(float* p, double* d, int* i) {
  deep::zero<<<1, 1>>>(p);
  lib::zero<double><<<1, 1>>>(d);
  one<<<1, 1>>>(p);
  lib::one<int, int><<<1, 1>>>(i);
  hidden<<<1, 1>>>(p);
  plain<<<1, 1>>>(p);
  hidden_template<<<1, 1>>>(d);
  ::lib::inline_template<<<1, 1>>>(i);
  ::outside<<<1, 1>>>(p);
  c_name<<<1, 1>>>(i);
  lib::adl::Box box{p};
  unbox<<<1, 1>>>(&box, p);
  inner::counted<3><<<1, 1>>>(i);
  using lib::v2::detail::zero;
  zero<<<1, 1>>>(i);
}
