// Overloads, constraints, specialisations, packs.
#include <cuda_tile.h>
#include <concepts>
#include <type_traits>
namespace ct = cuda::tiles;
template <class T> concept Float = std::is_floating_point_v<T>;
template <class T> __tile_global__ void pick(T* p) { ct::store(p, T(1)); }
template <Float T> __tile_global__ void pick(T* p) { ct::store(p, T(2)); }
__tile_global__ void pick(char* p) { ct::store(p, char(3)); }
template <class T> requires std::integral<T> && (sizeof(T) == 8) __tile_global__ void pick(T* p) { ct::store(p, T(4)); }
template <class T> __tile_global__ void special(T* p) { ct::store(p, T(1)); }
template <> __tile_global__ void special<short>(short* p) { ct::store(p, short(2)); }
template <> __tile_global__ void special(unsigned* p) { ct::store(p, 2u); }
template <class T, class = std::enable_if_t<std::is_unsigned_v<T>>> __tile_global__ void sfinae(T* p) { ct::store(p, T(1)); }
template <class T, std::enable_if_t<std::is_signed_v<T>, int> = 0> __tile_global__ void sfinae(T* p) { ct::store(p, T(2)); }
template <class T, class... U> __tile_global__ void pack(T* first, U*... rest) { ct::store(first, T(sizeof...(U))); (ct::store(rest, U(1)), ...); }
template <class T, int N> struct Array { T data[N]; };
template <class T, int N> __tile_global__ void array(T* p, Array<T, N>* a) { ct::store(p, T(N)); }
template <class R, class... A> __tile_global__ void fn(R* p, R (*)(A...)) { ct::store(p, R(sizeof...(A))); }
template <class T> __tile_global__ void same(T* p, std::type_identity_t<T> x) { ct::store(p, x); }
__tile_global__ void abbreviated(auto* p, std::integral auto n) { ct::store(p, std::remove_pointer_t<decltype(p)>(n)); }
template <class T = float, int N = 4> __tile_global__ void defaults(T* p = nullptr) { ct::store(p, T(N)); }
template <class T> __tile_global__ void by_ref(const T p) { ct::store(p, std::remove_reference_t<decltype(*p)>(1)); }
double host(int, float, char);
void run(int* i, float* f, char* c, long* l, unsigned* u, short* s, double* d) {
  pick<<<1, 1>>>(i); pick<<<1, 1>>>(f); pick<<<1, 1>>>(c); pick<<<1, 1>>>(l); pick<char><<<1, 1>>>(c);
  special<<<1, 1>>>(i); special<<<1, 1>>>(s);
  sfinae<<<1, 1>>>(u); sfinae<<<1, 1>>>(l);
  pack<<<1, 1>>>(i); pack<<<1, 1>>>(i, f, d); pack<float, int><<<1, 1>>>(f, i);
  Array<float, 3> some{}; array<<<1, 1>>>(f, &some);
  fn<<<1, 1>>>(d, host);
  same<<<1, 1>>>(d, 3);
  abbreviated<<<1, 1>>>(f, 3l);
  abbreviated<<<1, 1>>>(i, 'c');
  defaults<><<<1, 1>>>(); defaults<<<1, 1>>>(d); defaults<int, 9><<<1, 1>>>(i);
  float* const pinned = f; by_ref<<<1, 1>>>(pinned);
  const int* constant = i; (void)constant;
  void (*chosen)(long*) = pick; chosen<<<1, 1>>>(l);
  auto chosen2 = static_cast<void (*)(double*)>(&pick); chosen2<<<1, 1>>>(d);
}
