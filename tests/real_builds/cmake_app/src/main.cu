#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

#include "app/kernels.cuh"
#include "app/launcher.hpp"

int main(int argc, char** argv) {
  std::vector<std::string> args(argv, argv + argc);
  std::cout << APP_NAME << ' ' << args.size() << '\n';
  auto p = app::make_device<float>(1024), q = app::make_device<float>(1024);
  using namespace app;
  map<float, Twice, 256><<<4, 1>>>(p.get(), q.get());
  ::app::map<float, app::Square, 512><<<2, 1>>>(q.get(), p.get());
  shared_plain<<<1, 1>>>(p.get());
  if (auto status = cudaDeviceSynchronize(); status != cudaSuccess) {
    std::cerr << cudaGetErrorString(status) << std::endl;
    return 1;
  }
  std::printf("done\n");
}
