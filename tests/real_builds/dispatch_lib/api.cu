// The runtime's functions that take kernels.
#include <cuda_runtime.h>
#include <cuda_tile.h>
#include <cstdio>
#include <cstdlib>
namespace ct = cuda::tiles;
#define CHECK(...) do { cudaError_t error_ = (__VA_ARGS__); if (error_ != cudaSuccess) { std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error_)); std::exit(1); } } while (0)
#define LAUNCH(kernel, grid, ...) do { kernel<<<grid, 1>>>(__VA_ARGS__); CHECK(cudaGetLastError()); } while (0)
#define KERNEL_NAME(name, suffix) name##_##suffix
template <class T, int N> __tile_global__ void copy_kernel(T* to, const T* from) { auto i = ct::iota<ct::tile<int, ct::shape<N>>>(); ct::store(to + i, ct::load(from + i)); }
template <typename... Exp, typename... Act> void typed(cudaStream_t s, void (*kernel)(Exp...), Act&&... args) {
  cudaLaunchConfig_t config = {}; config.gridDim = dim3(2, 2); config.blockDim = 1; config.stream = s;
  cudaLaunchAttribute attributes[1]; attributes[0].id = cudaLaunchAttributeProgrammaticStreamSerialization; attributes[0].val.programmaticStreamSerializationAllowed = 1;
  config.attrs = attributes; config.numAttrs = 1;
  CHECK(cudaLaunchKernelEx(&config, kernel, std::forward<Act>(args)...));
}
int main() {
  float *a, *b; double* d = nullptr;
  CHECK(cudaMalloc(&a, 4096)); CHECK(cudaMalloc((void**)&b, 4096));
  cudaStream_t stream; CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  void* args[] = {&a, &b};
  CHECK(cudaLaunchKernel((const void*)copy_kernel<float, 8>, dim3(1), dim3(1), args, 0, stream));
  CHECK(cudaLaunchKernel(reinterpret_cast<void*>(&copy_kernel<float, 16>), 1, 1, args, 0, stream));
  CHECK(cudaLaunchKernel(copy_kernel<float, 32>, dim3(1), dim3(1), args, 0, stream));
  CHECK(cudaFuncSetAttribute(copy_kernel<double, 8>, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024));
  cudaFuncAttributes attributes; CHECK(cudaFuncGetAttributes(&attributes, copy_kernel<double, 16>));
  int blocks = 0; CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, copy_kernel<double, 32>, 1, 0));
  LAUNCH((copy_kernel<float, 64>), dim3(3, 1, 1), a, b);
  typed(stream, copy_kernel<float, 128>, a, b);
  typed(stream, &copy_kernel<double, 128>, d, d);
  cudaLaunchConfig_t config{.gridDim = 4, .blockDim = 1, .dynamicSmemBytes = 0, .stream = stream};
  const float* from = b; CHECK(cudaLaunchKernelEx(&config, copy_kernel<float, 256>, a, from));
  CHECK(cudaLaunchKernelExC(&config, (void*)copy_kernel<float, 512>, args));
  cudaGraph_t graph; CHECK(cudaGraphCreate(&graph, 0));
  cudaKernelNodeParams node{}; node.func = (void*)&copy_kernel<int, 8>; node.gridDim = 1; node.blockDim = 1; node.kernelParams = args;
  cudaGraphNode_t n; CHECK(cudaGraphAddKernelNode(&n, graph, nullptr, 0, &node));
  cudaEvent_t start, stop; cudaEventCreate(&start); cudaEventCreate(&stop); cudaEventRecord(start, stream);
  auto KERNEL_NAME(kernel, f32) = copy_kernel<int, 16>;
  kernel_f32<<<1, 1, 0, stream>>>(nullptr, nullptr);
  cudaEventRecord(stop, stream); float ms; cudaEventElapsedTime(&ms, start, stop);
  CHECK(cudaMemcpyAsync(a, b, 64, cudaMemcpyDeviceToDevice, stream)); CHECK(cudaStreamSynchronize(stream));
  cudaDeviceProp prop; CHECK(cudaGetDeviceProperties(&prop, 0)); std::printf("%s %d\n", prop.name, prop.multiProcessorCount);
}
