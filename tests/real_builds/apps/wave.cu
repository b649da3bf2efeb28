#include <cuda_tile.h>
#include <utility>
namespace ct = cuda::tiles;
template <int Order, bool Periodic = false> __tile_global__ void wave(float* next, const float* now) {
  auto i = ct::iota<ct::tile<int, ct::shape<64>>>();
  ct::store(next + i, ct::load(now + (i + Order)) * (Periodic ? 1.f : 2.f));
}
template <int Order> struct Scheme {
  static constexpr int order = Order;
  static void step(float*& a, float*& b) { wave<order><<<1, 1>>>(a, b); std::swap(a, b); }
};
using Fourth = Scheme<4>;
template <class S> void loop(float* a, float* b, int n) { while (n--) S::step(a, b); }
enum { kSecond = 2 };
static const int kSixth = 6;
int main() {
  float *a = nullptr, *b = nullptr;
  loop<Fourth>(a, b, 3);
  loop<Scheme<kSecond>>(a, b, 3);
  wave<kSixth, true><<<1, 1>>>(a, b);
  goto end;
end:
  wave<Fourth::order + 4, !false><<<1, 1>>>(a, b);
}
