// Products of bf16 in every storage order and size of tile: `gemm.h`.

#include "gemm.h"

ORDERS(__nv_bfloat16, __nv_bfloat16, 128, 128, 64, 8)
ORDERS(__nv_bfloat16, __nv_bfloat16, 128, 256, 64, 16)
ORDERS(__nv_bfloat16, __nv_bfloat16, 256, 128, 64, 8)
ORDERS(__nv_bfloat16, __nv_bfloat16, 256, 256, 64, 8)
