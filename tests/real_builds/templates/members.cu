// Launches in members: constructors, destructors, operators, conversions, local and nested classes, virtual functions.
#include <cuda_tile.h>
#include <array>
#include <compare>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
namespace ct = cuda::tiles;
template <int N, class T = int> __tile_global__ void k(T* p) { ct::store(p, T(N)); }
class A {
  int* p_ = nullptr;
  std::function<void()> later_ = [this] { k<1><<<1, 1>>>(p_); };
  struct Nested { int* p; ~Nested() { k<2><<<1, 1>>>(p); } } nested_{p_};
public:
  A() : p_((k<3><<<1, 1>>>((int*)nullptr), nullptr)) {}
  A(const A& o) noexcept(noexcept(o.p_)) : A() { k<4><<<1, 1>>>(o.p_); }
  explicit(sizeof(int) == 4) A(int* p) : p_{p} { launch<5>(); }
  template <int N> auto launch() const -> A const& { k<N><<<1, 1>>>(p_); return *this; }
  template <int N> static void slaunch(int* p) { k<N><<<1, 1>>>(p); }
  operator int*() const& { k<6><<<1, 1>>>(p_); return p_; }
  operator int*() && { k<7><<<1, 1>>>(p_); return p_; }
  A& operator()(int n) & { if (n) k<8><<<1, 1>>>(p_); return *this; }
  A& operator,(int) { k<9><<<1, 1>>>(p_); return *this; }
  A* operator->() { return this; }
  void* operator new(std::size_t n) { k<10><<<1, 1>>>((int*)nullptr); return ::operator new(n); }
  friend void swap(A& a, A& b) { k<11><<<1, 1>>>(a.p_); }
  friend bool operator==(const A&, const A&) = default;
  template <class T> requires std::is_integral_v<T> void constrained(T* t) { k<12, T><<<1, 1>>>(t); }
  template <class T> void constrained(T* t) requires std::is_floating_point_v<T> { k<13, T><<<1, 1>>>(t); }
  auto operator<=>(const A& o) const { k<14><<<1, 1>>>(p_); return 0 <=> 0; }
  static inline auto table = std::array<void (*)(int*), 2>{k<15>, slaunch<16>};
  virtual void v() { k<17><<<1, 1>>>(p_); }
  virtual ~A();
  static A make() { struct L { static void go(int* p) { k<18><<<1, 1>>>(p); } }; L::go(nullptr); return {}; }
};

A::~A() = default;
struct B final : public A { using A::A; void v() override { A::v(); k<19><<<1, 1>>>((int*)nullptr); } };
template <class T> struct C : virtual A { C(); ~C() override; T* t; template <class U> void m(U*); };
template <class T> C<T>::C() try : A(nullptr), t((k<20, T><<<1, 1>>>(nullptr), nullptr)) { } catch (...) { k<21, T><<<1, 1>>>(t); }
template <class T> C<T>::~C() { k<22, T><<<1, 1>>>(t); }
template <class T> template <class U> void C<T>::m(U* u) { k<23, U><<<1, 1>>>(u); }
template struct C<float>;
union Un { int* p; float f; Un() : p{} { k<24><<<1, 1>>>(p); } ~Un() {} };
int main() {
  A a; a(1); swap(a, a); (a, 1); (void)(a <=> a); a.constrained((short*)0); a->constrained((double*)0); a.launch<30>().launch<31>();
  std::unique_ptr<A> b = std::make_unique<B>((int*)nullptr); b->v();
  C<int> c; c.m((char*)nullptr); c.template m<unsigned>(nullptr); Un u;
  int* p = A{}; p = a; new A; A::slaunch<32>(p); A::make();
}
