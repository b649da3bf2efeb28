// The functions for profilers. The packages that a toolkit comes in may leave this header out.
#pragma once

#include <cuda_runtime.h>

extern "C" {
cudaError_t cudaProfilerStart();
cudaError_t cudaProfilerStop();
}
