#include <algorithm>
#include <functional>
#include <vector>

#include "app/kernels.cuh"
namespace app {
void all(std::vector<int*> ps) {
  std::for_each(ps.begin(), ps.end(), [](int* p) { fill<32><<<1, 1>>>(p, 0); });
  auto generic = [](auto size, int* p) { fill<decltype(size)::value><<<1, 1>>>(p, 1); };
  generic(std::integral_constant<int, 64>{}, ps[0]);
  generic(std::integral_constant<int, 256>{}, ps[0]);
  auto templated = [&]<int N>() { fill<N><<<1, 1>>>(ps[1], 2); };
  templated.operator()<8>();
  auto never = [](auto size, int* p) { fill<decltype(size)::value * 2 + 2><<<1, 1>>>(p, 1); };
  (void)never;
  std::function<void(int*, int)> f = fill<16>;
  (*static_cast<void (*)(int*, int)>(fill<128>))<<<1, 1>>>(ps[0], 1);
}
}  // namespace app
