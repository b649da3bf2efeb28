// Products of 8 and 32 bits, of few rows and of small tiles: `gemm.h`.

#include "gemm.h"

GEMM(__half, __half, 64, 64, 32, rows, rows, 16)
GEMM(__nv_fp8_e4m3, __nv_bfloat16, 128, 256, 128, rows, columns, 16)
GEMM(__nv_tf32, float, 128, 256, 32, rows, columns, 16)
GEMM(signed char, int, 128, 256, 128, rows, columns, 16)
GEMM(__nv_fp8_e4m3, __nv_bfloat16, 128, 256, 128, rows, rows, 16)
GEMM(__nv_tf32, float, 128, 256, 32, rows, rows, 16)
GEMM(signed char, int, 128, 256, 128, rows, rows, 16)
GEMM(__nv_fp8_e4m3, __nv_bfloat16, 128, 256, 128, columns, columns, 16)
GEMM(__nv_tf32, float, 128, 256, 32, columns, columns, 16)
GEMM(signed char, int, 128, 256, 128, columns, columns, 16)
GEMM(__nv_bfloat16, __nv_bfloat16, 16, 64, 128, rows, rows, 1)
GEMM(__nv_bfloat16, __nv_bfloat16, 16, 64, 128, rows, columns, 1)
GEMM(__nv_bfloat16, __nv_bfloat16, 32, 128, 64, rows, columns, 1)
