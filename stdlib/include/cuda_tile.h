// CUDA Tile C++: the tile programming API, release 13.3. Everything is in namespace cuda::tiles. The numbers in
// comments are the sections of the CUDA Tile C++ API Reference.
#pragma once

#include <cuda_tile/general.h>
#include <cuda_tile/conversions.h>
#include <cuda_tile/constant.h>
#include <cuda_tile/extents.h>
#include <cuda_tile/tile.h>
#include <cuda_tile/arithmetic.h>
#include <cuda_tile/bitwise.h>
#include <cuda_tile/compare.h>
#include <cuda_tile/pointer.h>
#include <cuda_tile/math.h>
#include <cuda_tile/tile_ops.h>
#include <cuda_tile/matmul.h>
#include <cuda_tile/reduce_scan.h>
#include <cuda_tile/memory.h>
#include <cuda_tile/atomic.h>
#include <cuda_tile/layout.h>
#include <cuda_tile/tensor_span.h>
#include <cuda_tile/view.h>
#include <cuda_tile/partition_view.h>
#include <cuda_tile/strided_view.h>
#include <cuda_tile/gather_scatter_view.h>
#include <cuda_tile/range.h>
#include <cuda_tile/assume.h>
#include <cuda_tile/hints.h>
#include <cuda_tile/detail/preview.h>
