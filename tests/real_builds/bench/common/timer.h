#pragma once
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                       \
  do {                                                                                    \
    cudaError_t status = (call);                                                          \
    if (status != cudaSuccess) {                                                          \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
      std::exit(1);                                                                       \
    }                                                                                     \
  } while (0)

class Timer {
 public:
  Timer() {
    CHECK(cudaEventCreate(&start_));
    CHECK(cudaEventCreate(&stop_));
  }
  ~Timer() {
    cudaEventDestroy(start_);
    cudaEventDestroy(stop_);
  }
  template <class F>
  float time(int repeats, F&& body) {
    body();
    CHECK(cudaEventRecord(start_));
    for (int i = 0; i < repeats; ++i) body();
    CHECK(cudaEventRecord(stop_));
    CHECK(cudaEventSynchronize(stop_));
    float ms = 0;
    CHECK(cudaEventElapsedTime(&ms, start_, stop_));
    return ms / repeats;
  }

 private:
  cudaEvent_t start_, stop_;
};

template <class T>
struct DeviceBuffer {
  T* data = nullptr;
  std::size_t size;
  explicit DeviceBuffer(std::size_t n) : size(n) { CHECK(cudaMalloc(&data, n * sizeof(T))); }
  DeviceBuffer(const std::vector<T>& host) : DeviceBuffer(host.size()) {
    CHECK(cudaMemcpy(data, host.data(), size * sizeof(T), cudaMemcpyHostToDevice));
  }
  ~DeviceBuffer() { cudaFree(data); }
  operator T*() { return data; }
  T* get() { return data; }
};

inline int ceil_div(long n, int by) { return static_cast<int>((n + by - 1) / by); }
