#include "cuda_fp4.h"
#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile__ ct::tile<float, ct::shape<8, 128>> unpacked(ct::tile<unsigned char, ct::shape<8, 64>> bytes) {
    return ct::element_cast<float>(ct::element_bitcast<__nv_fp4_e2m1>(bytes));
}

// types: Bytes read as numbers of four bits
// `element_bitcast` keeps the number of elements; `repack` makes two numbers of each byte.
