//@ ptx: sm_90a
//@ run: cpu emulator gpu
//@ arg bytes: i8[256] = iota
//@ arg words: i16[256] = iota
//@ arg out: out i32[6]
//@ expect out = 256 256 256 256 256 256
//@ lacks: cvt.rn.f32.s32
//@ lacks: cvt.rz.f32
//@ lacks: cvt.rn.f32.u32
// Integers of 8 and 16 bits become floats by an addition and a subtraction: what is converted back is the integer.
#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

template <class To, class Tile>
__tile__ int number_of_equal(Tile integers) {
    auto wide = ct::element_cast<int>(integers);
    auto back = ct::element_cast<int>(ct::element_cast<float>(ct::element_cast<To>(integers)));
    return static_cast<int>(ct::sum<0>(ct::element_cast<int>(back == wide)));
}

extern "C" __tile_global__ void convert(const signed char* __restrict__ bytes, const short* __restrict__ words,
                                        int* __restrict__ out) {
    auto places = ct::iota<ct::tile<int, ct::shape<256>>>();
    auto x = ct::load(bytes + places);
    auto y = ct::load(words + places);
    // All bytes, -128 to 127; words that bf16 has room for, and the ends of their range.
    out[0] = number_of_equal<float>(x);
    out[1] = number_of_equal<float>(ct::element_cast<unsigned char>(x));
    out[2] = number_of_equal<__nv_bfloat16>(x);
    out[3] = number_of_equal<__nv_bfloat16>(y);
    out[4] = number_of_equal<float>(ct::element_cast<short>(ct::element_cast<int>(y) * 257 - 32768));
    out[5] = number_of_equal<float>(ct::element_cast<unsigned short>(ct::element_cast<int>(y) * 257));
}
