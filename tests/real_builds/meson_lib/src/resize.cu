// Enumerations, signed and unsigned constants, pointers and templates as arguments.
#include "filters_tile.cuh"
namespace filters {
enum class Mode : unsigned char { Nearest, Linear, Cubic = 7 };
enum Edge { Clamp = -1, Wrap = 1 };
template <Mode M, Edge E> __tile_global__ void resize(float* p) { ct::store(p, float(int(M) + int(E))); }
template <auto V> __tile_global__ void constant(float* p) { ct::store(p, float(V)); }
template <unsigned long long Seed, bool Flag, char C> __tile_global__ void mixed(float* p) { ct::store(p, Flag ? float(Seed) : float(C)); }
template <template <class, int> class L, class T> __tile_global__ void templated(T* p) { ct::store(p, T(L<T, 4>::value)); }
template <class T, int N> struct Times { static constexpr int value = N * sizeof(T); };
template <float F> __tile_global__ void gain(float* p) { ct::store(p, F); }
struct Weights { float w[3]; int n; };
template <Weights W> __tile_global__ void weighted(float* p) { constexpr float w = W.w[1] * W.n; ct::store(p, w); }
void run(float* p, short* s) {
  resize<Mode::Cubic, Clamp><<<1, 1>>>(p);
  resize<static_cast<Mode>(1), Wrap><<<1, 1>>>(p);
  constant<3u><<<1, 1>>>(p);
  constant<-7l><<<1, 1>>>(p);
  constant<'x'><<<1, 1>>>(p);
  constant<true><<<1, 1>>>(p);
  constant<Edge::Wrap><<<1, 1>>>(p);
  mixed<0xffffffffffffffffull, false, '\n'><<<1, 1>>>(p);
  templated<Times><<<1, 1>>>(s);
  gain<0.5f><<<1, 1>>>(p);
  gain<-1.25f><<<1, 1>>>(p);
  weighted<Weights{{0.25f, 0.5f, 0.25f}, 3}><<<1, 1>>>(p);
}
}
