#pragma once
#include <cuda_runtime.h>

#include <memory>
#include <utility>

namespace app {
struct Free {
  void operator()(void* p) const { cudaFree(p); }
};
template <class T>
using device_ptr = std::unique_ptr<T, Free>;
template <class T>
device_ptr<T> make_device(std::size_t n) {
  void* p = nullptr;
  cudaMalloc(&p, n * sizeof(T));
  return device_ptr<T>(static_cast<T*>(p));
}

class Launcher {
 public:
  explicit Launcher(cudaStream_t stream = nullptr) : stream_(stream) {}
  Launcher& grid(unsigned x, unsigned y = 1) {
    grid_ = dim3(x, y);
    return *this;
  }
  template <class... Params, class... Args>
  void operator()(void (*kernel)(Params...), Args&&... args) const {
    kernel<<<grid_, 1, 0, stream_>>>(std::forward<Args>(args)...);
  }

 private:
  dim3 grid_{1};
  cudaStream_t stream_;
};
}  // namespace app
