// Cases register themselves; the functions that launch are lambdas and `std::function`s.
#include <cuda_tile.h>
#include <functional>
#include <map>
#include <string>
#include "timer.h"
namespace ct = cuda::tiles;

template <int N, class T = float>
__tile_global__ void square(T* p) {
  auto at = int(ct::bid().x) * N + ct::iota<ct::tile<int, ct::shape<N>>>();
  auto x = ct::load(p + at);
  ct::store(p + at, x * x);
}

using Case = std::function<void(float*, int)>;
static std::map<std::string, Case>& cases() {
  static std::map<std::string, Case> all;
  return all;
}
struct Register {
  Register(std::string name, Case run) { cases().emplace(std::move(name), std::move(run)); }
};
static Register r32("32", [](float* p, int n) { square<32><<<n / 32, 1>>>(p); });
static Register r64("64", [](float* p, int n) { square<64><<<n / 64, 1>>>(p); });
static Register rd("double", [](float* p, int n) { square<64><<<n / 128, 1>>>(reinterpret_cast<double*>(p)); });

int main() {
  DeviceBuffer<float> p(1 << 16);
  for (auto& [name, run] : cases()) {
    run(p, 1 << 16);
    std::printf("%s\n", name.c_str());
  }
}
