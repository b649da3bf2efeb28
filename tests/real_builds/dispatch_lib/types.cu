// Types of kernels' arguments: nested, private, templates of templates, aliases, cv and references, arrays, functions.
#include <cuda_tile.h>
#include <array>
#include <chrono>
#include <complex>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>
namespace ct = cuda::tiles;
template <class... T> __tile_global__ void tag(int* p) { ct::store(p, int(sizeof...(T))); }
template <template <class...> class... C> __tile_global__ void templates(int* p) { ct::store(p, int(sizeof...(C))); }
namespace outer { struct A { struct B { enum C { c }; template <class T> struct D { union E { int i; T t; }; }; }; };
namespace { struct Hidden {}; template <class T> struct HiddenT {}; enum class HiddenE { x }; } inline namespace v1 { class Versioned; } }
class Owner { public: class Public {}; template <int> struct PublicT {}; static void go(int* p) { tag<Public, PublicT<3>, Owner><<<1, 1>>>(p); } };
template <class T> struct Outer { struct Inner {}; template <class U> struct Rebind { using type = U; }; };
typedef struct { int a; } Typedefed; enum { anonymous };
typedef struct Incomplete Incomplete;
void run(int* p) {
  Owner::go(p);
  tag<outer::A::B, outer::A::B::C, outer::A::B::D<int>, outer::A::B::D<float>::E><<<1, 1>>>(p);
  tag<outer::Hidden, outer::HiddenT<outer::Hidden>, outer::HiddenE, outer::Versioned, outer::v1::Versioned*><<<1, 1>>>(p);
  tag<Outer<int>::Inner, Outer<Outer<char>>::Rebind<float>, Outer<int>::Rebind<short>::type><<<1, 1>>>(p);
  tag<std::string, std::vector<std::string>, std::map<int, std::vector<bool>>><<<1, 1>>>(p);
  tag<std::unique_ptr<int[]>, std::shared_ptr<const float>, std::pair<int, std::tuple<>>, std::array<std::complex<double>, 3>><<<1, 1>>>(p);
  tag<std::unordered_map<std::string, std::unique_ptr<Outer<int>>>, std::chrono::milliseconds, std::allocator<int>, std::char_traits<char>><<<1, 1>>>(p);
  tag<int&, const int&, int&&, const volatile int* const*, int[3], const int (&)[2][4], int (*)[5], int[]><<<1, 1>>>(p);
  tag<void(), int(float, ...), void (*)(int) noexcept, void (Owner::*)(int) const, int Owner::*, auto (*)(int) -> int (*)[2], void (Owner::*)() &&, bool() const><<<1, 1>>>(p);
  tag<Typedefed, Incomplete, std::nullptr_t, void, const void*, decltype(p), std::size_t, wchar_t, char8_t, char16_t, char32_t, long double, __int128, unsigned __int128, signed char><<<1, 1>>>(p);
  tag<><<<1, 1>>>(p);
  tag<ct::tile<float, ct::shape<4>>, ct::shape<1, 2>, ct::extents<int, 3, ct::dynamic_extent>, dim3, float4><<<1, 1>>>(p);
  templates<std::vector, std::tuple, Outer, Outer<int>::Rebind><<<1, 1>>>(p);
}
