// Host code of today around launches: lambdas, std::function, structured bindings, constexpr if, threads.
//> 1 2 3 4 5 6 7 8
//> widths: 4 8 16
#include <cuda_runtime.h>
#include <cuda_tile.h>
#include <functional>
#include <iostream>
#include <map>
#include <thread>
#include <tuple>
#include <vector>

namespace ct = cuda::tiles;

template <int WIDTH> __tile_global__ void write_width(int *out) { *out = WIDTH; }

__tile_global__ void store_number(int *out, int index, int value) { out[index] = value; }

template <class... Fs> void in_order(Fs &&...functions) { (functions(), ...); }

int main() {
  int *data;
  cudaMalloc(&data, 8 * sizeof(int));
  // Launches from several threads at a time.
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([=] { store_number<<<1, 1>>>(data, i, i + 1); });
  for (auto &thread : threads)
    thread.join();
  std::vector<int> host(8);
  cudaMemcpy(host.data(), data, 8 * sizeof(int), cudaMemcpyDefault);
  for (const char *between = ""; int value : host) {
    std::cout << between << value;
    between = " ";
  }
  std::cout << "\nwidths:";

  std::map<int, std::function<void(int *)>> dispatch;
  auto add = [&]<int WIDTH>(std::integral_constant<int, WIDTH>) {
    dispatch[WIDTH] = [](int *out) { write_width<WIDTH><<<dim3{1, 1, 1}, dim3{1}, 0, nullptr>>>(out); };
  };
  in_order([&] { add(std::integral_constant<int, 4>{}); }, [&] { add(std::integral_constant<int, 8>{}); },
           [&] { add(std::integral_constant<int, 16>{}); });
  for (const auto &[width, launch] : dispatch) {
    launch(data);
    int found = 0;
    cudaMemcpy(&found, data, sizeof found, cudaMemcpyDeviceToHost);
    std::cout << ' ' << (found == width ? found : -1);
  }
  std::cout << '\n';
}
//! findings: 1
