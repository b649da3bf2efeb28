// Objects with static storage launch kernels before main and behind it, where threads' own objects are gone; overloaded kernels, packs, tables.
//> before main: 42
//> overloads: 3 1.75 6
//> one: 1
//> seven: 700
//> six: 6
//> in a lambda in a fold: 18
//> four threads: 46
//> behind main: 43
#include <cstdio>
#include <map>
#include <string>
#include <thread>
#include <utility>
#include <vector>
#include <cuda_runtime.h>
#include <cuda_tile.h>

#define LAUNCH(kernel, grid, ...) kernel<<<(grid), dim3(1, 1, 1), 0, cudaStreamPerThread>>>(__VA_ARGS__)

namespace outer {
namespace detail {
__tile_global__ void put(int *p, int value) { *p = *p + value; }
__tile_global__ void put(float *p, float value) { *p = *p + value; }
template <class T, class U> __tile_global__ void put(T *p, const U *q, int) { *p = *p + static_cast<T>(*q); }
template <int... Is> __tile_global__ void sum_of(int *p) { *p = (Is + ... + 0); }
template <> __tile_global__ void sum_of<7>(int *p) { *p = 700; }
} // namespace detail
using detail::put;
} // namespace outer
using outer::detail::sum_of;

template <class T> class Number {
public:
  explicit Number(T value) {
    cudaMallocManaged(&p, sizeof(T));
    *p = value;
  }
  Number(Number &&other) noexcept : p(std::exchange(other.p, nullptr)) {}
  ~Number() {
    if (p)
      cudaFree(p);
  }
  T get() const noexcept {
    cudaDeviceSynchronize();
    return *p;
  }
  T *p = nullptr;
};

struct Early {
  Number<int> number{1};
  Early() { outer::put<<<1, 1>>>(number.p, 41); }
  ~Early() {
    outer::put<<<1, 1>>>(number.p, 1);
    std::printf("behind main: %d\n", number.get());
  }
};
static Early early;

using Kernel = void (*)(int *);
static const std::map<std::string, Kernel> table{{"one", sum_of<1>}, {"six", &sum_of<1, 2, 3>}, {"seven", sum_of<7>}};

template <std::size_t... I> static int folded(std::index_sequence<I...>) {
  Number<int> number(0);
  int sum = 0;
  auto launch = [&](auto kernel) { kernel<<<1, 1>>>(number.p); };
  ((launch(sum_of<int(I), int(I) * 2>), sum += number.get()), ...);
  return sum;
}

int main() {
  std::printf("before main: %d\n", early.number.get());
  Number<int> i(1);
  Number<float> f(0.5f);
  Number<long> l(3);
  LAUNCH(outer::put, 1, i.p, 2);
  LAUNCH(outer::put, 1, f.p, 1.25f);
  LAUNCH((outer::put<long, int>), 1, l.p, static_cast<const int *>(i.p), 0);
  const float sum = f.get();
  std::printf("overloads: %d %g %ld\n", i.get(), sum, l.get());
  for (auto &[name, kernel] : table) {
    kernel<<<1, 1>>>(i.p);
    std::printf("%s: %d\n", name.c_str(), i.get());
  }
  std::printf("in a lambda in a fold: %d\n", folded(std::make_index_sequence<4>{}));
  std::vector<Number<int>> numbers;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    numbers.emplace_back(t);
  for (auto &number : numbers)
    threads.emplace_back([&number]() noexcept {
      for (int n = 0; n < 10; ++n)
        outer::put<<<dim3{1}, 1, 0, cudaStreamPerThread>>>(number.p, 1);
      cudaStreamSynchronize(cudaStreamPerThread);
    });
  for (auto &thread : threads)
    thread.join();
  int all = 0;
  for (auto &number : numbers)
    all += number.get();
  std::printf("four threads: %d\n", all);
  return cudaGetLastError();
}
