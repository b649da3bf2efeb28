// Explicit instantiations and specialisations of all spellings, without any host code.
#include <cuda_tile.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
namespace ct = cuda::tiles;
template <typename T, int M = 16, int N = M, typename... E> __tile_global__ void k(T* p, E... e) { ct::store(p, T(1)); }
template __tile_global__ void k(float*);
template __tile_global__ void k<double>(double* p);
template __tile_global__ void k<__half, 1>(__half*);
template __tile_global__ void k<__nv_bfloat16, 1, 2, int>(__nv_bfloat16*, int e);
template __tile_global__ void k<long long, 1, 2, int, float>(long long*, int, float);
template __tile_global__ void k<int, 'a', true>(int* const);
template void __tile_global__ k<unsigned, (1 << 3) | 1, sizeof(int)>(unsigned*);
template __tile_global__ void k<long, -1, -2147483647 - 1>(long*);
template __tile_global__ void k<short, 7>(short*);
#define I(T, ...) template __tile_global__ void k<T, ##__VA_ARGS__>(T*);
I(char) I(signed char, 3) I(unsigned char, 3, 4)
#define COMBINE(X) X(2, 4) X(2, 8) X(4, 4)
#define INST(a, b) template __tile_global__ void k<float, a, b>(float*);
COMBINE(INST)
namespace a { namespace b { template <class T> struct S { T t; }; template <class T> __tile_global__ void n(S<T>* s) { *s = S<T>{}; } } template __tile_global__ void b::n(b::S<int>*); }
template __tile_global__ void a::b::n<float>(S<float>*);
template __tile_global__ void ::a::b::n<a::b::S<char>*>(S<S<char>*>*);
template <> __tile_global__ void k<bool>(bool* p) { ct::store(p, true); }
template <> __tile_global__ void a::b::n<double>(S<double>* s) { ct::store(&s->t, 1.0); }
template <class T> struct Tr { using type = T; static constexpr int v = 5; };
template __tile_global__ void k<Tr<unsigned long long>::type, Tr<int>::v>(Tr<unsigned long long>::type*);
using half_t = __half; typedef const int cint;
template <class T> __tile_global__ void cst(T* p, const T* q, T r) {}
template __tile_global__ void cst<half_t>(half_t*, const half_t*, half_t);
template <class F> __tile_global__ void fn(F* f) {}
template __tile_global__ void fn<int(float)>(int (*)(float));
namespace a { struct P { int x; }; __tile_global__ void plain(P*); namespace b { template <class T> __tile_global__ void two(S<T>*, P*) {} } }
__tile_global__ void a::plain(P* p) { p->x = 1; }
template __tile_global__ void a::b::two(S<int>*, P*);
template <> __tile_global__ void a::b::two<short>(S<short>* s, P* p) { s->t = short(P{3}.x); }
namespace a { template <> __tile_global__ void b::two(b::S<char>* s, P*) { s->t = 'c'; } }
