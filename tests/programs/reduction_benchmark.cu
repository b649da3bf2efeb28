// A benchmark of two reductions, with a command line: --n, --iterations, --type.
//> atomic     timed 449781.0 ok
//> partial    timed 449781.0 ok
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <cuda_tile.h>
#include <functional>
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>
namespace ct = cuda::tiles;

class CudaError : public std::runtime_error {
public:
  CudaError(cudaError_t e, const char *where) : std::runtime_error(std::string(where) + ": " + cudaGetErrorString(e)) {}
};
inline void ok(cudaError_t e, const char *where) {
  if (e != cudaSuccess)
    throw CudaError(e, where);
}
#define OK(x) ok((x), #x)

template <class T> struct Deleter {
  void operator()(T *p) const { cudaFree(p); }
};
template <class T> using DevicePtr = std::unique_ptr<T[], Deleter<T>>;
template <class T> DevicePtr<T> device_array(size_t n) {
  T *p;
  OK(cudaMalloc(&p, n * sizeof(T)));
  return DevicePtr<T>(p);
}

template <class T, int N> __tile_global__ void reduce_atomic(const T *__restrict__ in, T *out, int n) {
  using index = ct::tile<int, ct::shape<N>>;
  auto i = int(ct::bid().x) * N + ct::iota<index>();
  auto sum = ct::sum<0>(ct::load_masked(in + i, i < n, T(0)));
  ct::atomic_add(ct::full<ct::tile<T *, ct::shape<1>>>(out), sum, ct::memory_order_relaxed_t{});
}
template <class T, int N> __tile_global__ void reduce_partial(const T *__restrict__ in, T *out, int n) {
  using index = ct::tile<int, ct::shape<N>>;
  const int blocks = ct::num_blocks().x;
  auto acc = ct::full<ct::tile<T, ct::shape<N>>>(T(0));
  for (int start = int(ct::bid().x) * N; start < n; start += blocks * N) {
    auto i = start + ct::iota<index>();
    acc = acc + ct::load_masked(in + i, i < n, T(0));
  }
  ct::store(out + ct::bid().x, ct::reshape(ct::sum<0>(acc), ct::shape<>{}));
}

struct Options {
  int n = 100000, iterations = 3;
  std::string type = "float";
};
static Options parse(int argc, char **argv) {
  Options o;
  std::map<std::string, std::function<void(const char *)>> handlers{
      {"--n", [&](const char *v) { o.n = std::atoi(v); }},
      {"--iterations", [&](const char *v) { o.iterations = std::atoi(v); }},
      {"--type", [&](const char *v) { o.type = v; }}};
  for (int i = 1; i + 1 < argc; i += 2) {
    auto it = handlers.find(argv[i]);
    if (it == handlers.end())
      throw std::invalid_argument(argv[i]);
    it->second(argv[i + 1]);
  }
  return o;
}

struct Timer {
  cudaEvent_t a, b;
  Timer() {
    OK(cudaEventCreate(&a));
    OK(cudaEventCreate(&b));
  }
  ~Timer() {
    cudaEventDestroy(a);
    cudaEventDestroy(b);
  }
  template <class F> float run(F &&f, int times) {
    f();
    OK(cudaEventRecord(a));
    for (int i = 0; i < times; ++i)
      f();
    OK(cudaEventRecord(b));
    OK(cudaEventSynchronize(b));
    float ms = 0;
    OK(cudaEventElapsedTime(&ms, a, b));
    return ms / times;
  }
};

template <class T> int bench(const Options &o) {
  std::vector<T> host(o.n);
  std::mt19937 gen(42);
  std::uniform_int_distribution<int> dist(0, 9);
  std::generate(host.begin(), host.end(), [&] { return T(dist(gen)); });
  const double expected = std::accumulate(host.begin(), host.end(), 0.0);
  constexpr int N = 1024;
  const int blocks = (o.n + N - 1) / N, few = std::min(blocks, 8);
  auto in = device_array<T>(o.n), out = device_array<T>(std::max(1, few));
  OK(cudaMemcpy(in.get(), host.data(), o.n * sizeof(T), cudaMemcpyHostToDevice));
  Timer timer;
  int wrong = 0;
  auto report = [&](const char *name, float ms, double got) {
    const bool right = std::abs(got - expected) < 1e-3 * expected + 1e-6;
    wrong += !right;
    std::cout << std::left << std::setw(10) << name << (ms > 0 ? " timed " : " untimed ") << std::fixed
              << std::setprecision(1) << got << (right ? " ok" : " WRONG") << '\n';
  };
  T result;
  float ms = timer.run(
      [&] {
        OK(cudaMemsetAsync(out.get(), 0, sizeof(T)));
        reduce_atomic<T, N><<<blocks, 1>>>(in.get(), out.get(), o.n);
        OK(cudaGetLastError());
      },
      o.iterations);
  OK(cudaMemcpy(&result, out.get(), sizeof(T), cudaMemcpyDeviceToHost));
  report("atomic", ms, result);
  std::vector<T> partial(few);
  ms = timer.run(
      [&] {
        reduce_partial<T, N><<<few, 1>>>(in.get(), out.get(), o.n);
        OK(cudaGetLastError());
      },
      o.iterations);
  OK(cudaMemcpy(partial.data(), out.get(), few * sizeof(T), cudaMemcpyDeviceToHost));
  report("partial", ms, std::accumulate(partial.begin(), partial.end(), 0.0));
  return wrong;
}

int main(int argc, char **argv) try {
  const Options o = parse(argc, argv);
  OK(cudaSetDeviceFlags(cudaDeviceBlockingSync));
  if (o.type == "float")
    return bench<float>(o);
  if (o.type == "double")
    return bench<double>(o);
  if (o.type == "int")
    return bench<int>(o);
  throw std::invalid_argument("type " + o.type);
} catch (const std::exception &e) {
  std::cerr << "error: " << e.what() << '\n';
  return 2;
}
