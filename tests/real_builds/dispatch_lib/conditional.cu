// Launches that are not instantiated: unevaluated operands, discarded statements, templates nothing calls, code for the device.
#include <cuda_tile.h>
#include <type_traits>
namespace ct = cuda::tiles;
template <int N> __tile_global__ void k(int* p) { ct::store(p, N); }
template <int N> struct Runner { static void run(int* p) { k<N><<<1, 1>>>(p); } static void unused(int* p) { k<N + 1000><<<1, 1>>>(p); } virtual void virt(int* p) { k<N + 2000><<<1, 1>>>(p); } };
template <int N> void unused_template(int* p) { k<N + 3000><<<1, 1>>>(p); }
static void unused_static(int* p) { k<1><<<1, 1>>>(p); }
inline void unused_inline(int* p) { k<2><<<1, 1>>>(p); }
struct S { void unused(int* p) { k<3><<<1, 1>>>(p); } };
#ifdef __CUDA_ARCH__
void device_side(int* p) { k<4><<<1, 1>>>(p); }
#else
void host_side(int* p) { k<5><<<1, 1>>>(p); }
#endif
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
void both(int* p) { k<6><<<1, 1>>>(p); }
#endif
using T1 = decltype(k<7>);
static_assert(noexcept(k<9>(nullptr)) || true);
template <bool Wide> void maybe(int* p) { if constexpr (Wide) k<10><<<1, 1>>>(p); else k<11><<<1, 1>>>(p); }
template <bool Wide> void never_wide(int* p) { if constexpr (Wide) k<Wide + 12><<<1, 1>>>(p); }
void plain_if(int* p) { if constexpr (false) k<14><<<1, 1>>>(p); if (false) k<15><<<1, 1>>>(p); while (0) { k<16><<<1, 1>>>(p); } }
void dead(int* p) { return; k<17><<<1, 1>>>(p); }
auto lambda = [](int* p) { k<18><<<1, 1>>>(p); };
auto generic = [](auto* p) { k<19><<<1, 1>>>(p); };
auto generic_dependent = [](auto* p) { k<sizeof(*p) + 20><<<1, 1>>>(p); };
template <class T> concept Launchable = requires(int* p) { k<T::value>(p); };
static_assert(Launchable<std::integral_constant<int, 30>>);
template <int N> int variable = (k<N><<<1, 1>>>(nullptr), N);
template <int N> inline auto pointer = &k<N>;
auto used_pointer = pointer<32>;
int use_variable() { return variable<33>; }
constexpr void (*address)(int*) = k<34>;
enum { E = sizeof(k<35>(nullptr), 1) };
void local(int* p) { struct L { void f(int* p) { k<36><<<1, 1>>>(p); } static void g(int* p) { k<37><<<1, 1>>>(p); } }; L().f(p); auto l = [=] { k<38><<<1, 1>>>(p); }; }
template <class T> struct Lazy { T value; int launched = (k<39><<<1, 1>>>(nullptr), 1); void f(int* p) { k<int(sizeof(T)) + 40><<<1, 1>>>(p); } };
Lazy<char> lazy;
Lazy<int>* not_made;
constexpr bool is_same = std::is_same_v<decltype(&k<50>), decltype(&k<51>)>;
void run(int* p) { Runner<60>::run(p); Runner<61> r; maybe<true>(p); never_wide<false>(p); }
template <> void unused_template<63>(int* p) { k<64><<<1, 1>>>(p); }
void catch_all(int* p) try { k<65><<<1, 1>>>(p); } catch (...) { k<66><<<1, 1>>>(p); }
