// Each thread has a default stream of its own: a thread that is held up does not hold up the others.
//! build: --default-stream per-thread
//> thread 0: 0 1 4 9
//> thread 1: 0 2 8 18
//> thread 2: 0 3 12 27
//> a held stream is not that of this thread: cudaSuccess
#include <cuda_runtime.h>
#include <cuda_tile.h>

#include <array>
#include <condition_variable>
#include <iostream>
#include <mutex>
#include <thread>
#include <vector>

namespace ct = cuda::tiles;

__tile_global__ void fill(int *out, int factor) {
  auto i = ct::iota<ct::tile<int, ct::shape<4>>>();
  ct::store(out + i, i * i * factor);
}

std::mutex mutex;
std::condition_variable changed;
bool released = false, held = false;

void wait_for_main(void *) {
  std::unique_lock lock(mutex);
  held = true;
  changed.notify_all();
  changed.wait(lock, [] { return released; });
}

int main() {
  constexpr int count = 3;
  std::array<std::array<int, 4>, count> results{};
  std::vector<std::thread> threads;
  for (int t = 0; t < count; ++t)
    threads.emplace_back([t, &results] {
      int *device = nullptr;
      cudaMalloc(&device, sizeof results[t]);
      fill<<<1, 1>>>(device, t + 1);
      cudaMemcpy(results[t].data(), device, sizeof results[t], cudaMemcpyDeviceToHost);
      cudaFree(device);
    });
  for (auto &thread : threads)
    thread.join();
  for (int t = 0; t < count; ++t) {
    std::cout << "thread " << t << ':';
    for (int value : results[t])
      std::cout << ' ' << value;
    std::cout << '\n';
  }

  std::thread holder([] {
    cudaLaunchHostFunc(0, wait_for_main, nullptr);
    cudaStreamSynchronize(0);
  });
  {
    std::unique_lock lock(mutex);
    changed.wait(lock, [] { return held; });
  }
  std::cout << "a held stream is not that of this thread: " << cudaGetErrorName(cudaStreamSynchronize(0)) << '\n';
  {
    std::lock_guard lock(mutex);
    released = true;
  }
  changed.notify_all();
  holder.join();
}
