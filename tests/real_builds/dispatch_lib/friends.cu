// Launches from members: friends, templates in templates, CRTP, operators, conversion functions, destructors.
#include <cuda_tile.h>
#include <memory>
#include <optional>
#include <vector>
namespace ct = cuda::tiles;
template <class T, int N> __tile_global__ void set(T* p, T v) { ct::store(p + ct::iota<ct::tile<int, ct::shape<N>>>(), ct::full<ct::tile<T, ct::shape<N>>>(v)); }
template <class Derived> struct Base { void go() { static_cast<Derived*>(this)->launch(); } template <int N> void tiled(float* p) { set<float, N * Derived::factor><<<1, 1>>>(p, 1.f); } };
struct Mine : Base<Mine> { static constexpr int factor = 4; float* p; void launch() { this->template tiled<2>(p); Base::tiled<4>(p); } };
template <class T> class Vector {
 public:
  explicit Vector(int n) : n(n) { set<T, 1><<<1, 1>>>(p, T()); }
  ~Vector() { set<T, 2><<<1, 1>>>(p, T()); }
  Vector& operator+=(T v) { set<T, 4><<<n, 1>>>(p, v); return *this; }
  T operator[](int) const { set<T, 8><<<1, 1>>>(p, T()); return T(); }
  operator T*() const { set<T, 16><<<1, 1>>>(p, T()); return p; }
  template <class U> Vector& operator=(const Vector<U>&) { set<U, 32><<<1, 1>>>((U*)p, U()); return *this; }
  friend void swap(Vector& a, Vector&) { set<T, 64><<<1, 1>>>(a.p, T()); }
  auto operator<=>(const Vector&) const = default;
  static Vector make() { set<T, 128><<<1, 1>>>(nullptr, T()); return Vector(1); }
  struct Iterator { T* p; Iterator& operator++() { set<T, 256><<<1, 1>>>(p, T()); return *this; } bool operator!=(Iterator) const { return false; } T operator*() const { return T(); } };
  Iterator begin() const { return {p}; } Iterator end() const { return {p}; }
 private:
  T* p = nullptr; int n;
};
struct Pimpl { struct Impl; std::unique_ptr<Impl> impl; Pimpl(); ~Pimpl(); };
struct Pimpl::Impl { float* p; void go() { set<float, 512><<<1, 1>>>(p, 0.f); } };
Pimpl::Pimpl() : impl(std::make_unique<Impl>()) { impl->go(); } Pimpl::~Pimpl() = default;
struct Interface { virtual ~Interface() = default; virtual void go(double*) = 0; };
template <int N> struct Concrete final : Interface { void go(double* p) override { set<double, N><<<1, 1>>>(p, 1.); } };
std::vector<std::unique_ptr<Interface>> all() { std::vector<std::unique_ptr<Interface>> v; v.push_back(std::make_unique<Concrete<1024>>()); return v; }
namespace literals { int operator""_launch(unsigned long long n) { set<int, 4096><<<1, 1>>>(nullptr, int(n)); return 1; } }
void run() {
  using namespace literals;
  Mine m; m.go();
  Vector<int> a(3); a += 4; int* raw = a;
  Vector<float> b(1); for (float x : b) (void)x;
  Vector<double> c(1), d(2); swap(c, d); c = a; (void)c[3]; Vector<long>::make(); 3_launch;
  std::optional<Vector<short>> maybe; if (maybe) maybe->operator+=(1);
}
