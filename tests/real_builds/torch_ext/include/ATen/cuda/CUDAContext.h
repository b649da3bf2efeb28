#pragma once
#include <cuda_runtime.h>
namespace c10::cuda {
class CUDAStream {
 public:
  cudaStream_t stream() const { return stream_; }
  operator cudaStream_t() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
};
}  // namespace c10::cuda
namespace at::cuda {
using c10::cuda::CUDAStream;
CUDAStream getCurrentCUDAStream();
}  // namespace at::cuda
#define C10_CUDA_KERNEL_LAUNCH_CHECK() (void)cudaGetLastError()
#define C10_CUDA_CHECK(x) (void)(x)
