// The shared part of the tests.
#pragma once
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#define ASSERT_NO_CUDA_ERROR() ASSERT_EQ(cudaGetLastError(), cudaSuccess) << cudaGetErrorString(cudaPeekAtLastError())
#define EXPECT_CUDA_OK(call)                                               \
  do {                                                                     \
    const cudaError_t status_ = (call);                                    \
    EXPECT_EQ(status_, cudaSuccess) << #call << ": " << cudaGetErrorName(status_); \
  } while (0)

// Skips where there is no GPU, as the other suites do.
class CudaTest : public ::testing::Test {
 protected:
  void SetUp() override {
    int count = 0;
    if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) GTEST_SKIP() << "no GPU";
  }
};
