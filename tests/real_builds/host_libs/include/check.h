// Errors of the runtime, told by fmt.
#pragma once
#include <cuda_runtime.h>
#include <fmt/color.h>
#include <fmt/core.h>
#include <cstdio>
#include <cstdlib>

#define CUDA_CHECK(...)                                                                              \
  do {                                                                                               \
    if (const cudaError_t error_ = (__VA_ARGS__); error_ != cudaSuccess) [[unlikely]] {               \
      fmt::print(stderr, fg(fmt::color::crimson), "{}:{}: {} ({}): {}\n", __FILE__, __LINE__,          \
                 cudaGetErrorName(error_), static_cast<int>(error_), #__VA_ARGS__);                    \
      std::abort();                                                                                  \
    }                                                                                                \
  } while (false)

// Launches, and tells what was launched if that fails.
#define LAUNCH(kernel, grid, ...)                                                                     \
  [&] {                                                                                              \
    kernel<<<(grid), 1>>>(__VA_ARGS__);                                                               \
    CUDA_CHECK(cudaGetLastError());                                                                  \
    fmt::print(FMT_STRING("{:<32} {:>8}\n"), #kernel, dim3(grid).x);                                   \
  }()
