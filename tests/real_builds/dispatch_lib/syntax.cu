// Launches in unusual syntactic places.
#include <cuda_tile.h>
#include <algorithm>
#include <coroutine>
#include <exception>
#include <future>
#include <initializer_list>
#include <thread>
#include <vector>
namespace ct = cuda::tiles;
template <int N> __tile_global__ void k(int* p) { ct::store(p, N); }
template <class T, int N = 1> __tile_global__ void t(T* p) { ct::store(p, T(N)); }
constexpr int ceil_div(int a, int b) { return (a + b - 1) / b; }
template <int A, int B> struct Max { static constexpr int value = A > B ? A : B; };
struct Stream { cudaStream_t s; operator cudaStream_t() const { return s; } };
#define GRID(n) dim3((n) >> 3, (n) < 4 ? 1 : 2)
#define LAUNCH(...) __VA_ARGS__
#define ANGLE_OPEN <<<
#define ANGLE_CLOSE >>>
struct Task { struct promise_type { Task get_return_object() { return {}; } std::suspend_never initial_suspend() { return {}; } std::suspend_never final_suspend() noexcept { return {}; } void return_void() {} void unhandled_exception() {} }; };
Task coroutine(int* p) { k<1><<<1, 1>>>(p); co_await std::suspend_never{}; k<2><<<1, 1>>>(p); }
int main() {
  int* p = nullptr; float* f = nullptr; int n = 64; Stream s{}; bool b = true;
  k<Max<3, (4 > 2)>::value><<<ceil_div(n, 8), 1>>>(p);
  k<(16 >> 1)><<<n >> 2, 1>>>(p);
  k<4><<<GRID(n), 1, 0, s>>>(p);
  b ? k<5><<<1, 1>>>(p) : k<6><<<1, 1>>>(p);
  for (int i = 0; i < 3; ++i, k<7><<<i + 1, 1>>>(p)) continue;
  switch (n) { case 1: k<8><<<1, 1>>>(p); [[fallthrough]]; default: k<9><<<1, 1>>>(p); }
  if (k<10><<<1, 1>>>(p); b) k<11><<<1, 1>>>(p); else k<12><<<1, 1>>>(p);
  do k<13><<<1, 1>>>(p); while (false);
  (k<14>)<<<1, 1>>>(p);
  (&k<15>)<<<1, 1>>>(p);
  (*&k<16>)<<<1, 1>>>(p);
  LAUNCH(k<17><<<1, 1>>>(p));
  k<18> ANGLE_OPEN 1, 1 ANGLE_CLOSE (p);
  k<19>
      <<<dim3{1, 2, 3},
         dim3(1)   // one
         >>>(
          p);
  std::thread([=] { k<20><<<1, 1>>>(p); }).join();
  auto future = std::async(std::launch::async, [&]() -> int { k<21><<<1, 1>>>(p); return 1; });
  std::for_each_n(std::vector<int>{1, 2}.begin(), 2, [p](int) mutable { t<<<1, 1>>>(p); });
  [&]<int... I>(std::integer_sequence<int, I...>) { (k<I + 30><<<1, 1>>>(p), ...); }(std::make_integer_sequence<int, 3>{});
  auto launch = [&](auto kernel, auto... args) { kernel<<<1, 1>>>(args...); };
  launch(k<40>, p); launch(t<float, 2>, f);
  void (*table[])(int*) = {k<41>, [](int*) {}, *k<42>};
  table[0]<<<1, 1>>>(p);
  struct { void (*go)(int*); } holder{k<43>}; holder.go<<<1, 1>>>(p); auto* h = &holder; h->go<<<1, 1>>>(p);
  std::vector<void (*)(int*)> v{k<44>}; v[0]<<<1, 1>>>(p); v.front()<<<1, 1>>>(p); (*v.begin())<<<1, 1>>>(p);
  try { k<45><<<1, 1>>>(p); } catch (const std::exception&) { k<46><<<1, 1>>>(p); }
  const auto result = (k<47><<<1, 1>>>(p), cudaGetLastError()); (void)result;
  return (k<48><<<1, 1>>>(p)), 0;
label: k<49><<<1, 1>>>(p); goto label;
}
