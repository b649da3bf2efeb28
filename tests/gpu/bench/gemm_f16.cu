// Products of f16 in every storage order and size of tile: `gemm.h`.

#include "gemm.h"

ORDERS(__half, __half, 128, 128, 64, 8)
ORDERS(__half, __half, 128, 256, 64, 16)
ORDERS(__half, __half, 256, 128, 64, 8)
ORDERS(__half, __half, 256, 256, 64, 8)
