#include <vector>

#include "app/kernels.cuh"
#include "app/launcher.hpp"
namespace app {
void run(const std::vector<int>& sizes) {
  for (int n : sizes) {
    auto in = make_device<double>(n), out = make_device<double>(n);
    map<double, Twice><<<n / APP_TILE, 1>>>(in.get(), out.get());
    auto ints = make_device<std::int32_t>(n);
    fill<64><<<n / 64, 1>>>(ints.get(), 7);
  }
}
}  // namespace app
