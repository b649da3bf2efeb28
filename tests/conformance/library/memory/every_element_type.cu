// case: every_element_type
// spec: 2.7.4 Load Operations, 2.7.5 Store Operations, 2.3.9 permute, 2.3.15 select
// rows: 2.7.4-1 2.7.4-3 2.7.5-1..2 2.3.9-1 2.3.15-1 2.3.17-1 2.3.18-1
// arg: bool[8] = [true, false, true, true, false, false, true, false]
// arg: out bool[16]
// arg: i8[8] = [-128, 127, -1, 0, 1, 2, 3, 4]
// arg: out i8[16]
// arg: u16[8] = [65535, 1, 2, 3, 4, 5, 6, 7]
// arg: out u16[16]
// arg: i64[8] = [-9223372036854775808, 9223372036854775807, 2, 3, 4, 5, 6, 7]
// arg: out i64[16]
// arg: f16[8] = bits:[0x0001, 0x8000, 0x7c00, 0xfbff, 0x3c00, 0xc000, 0x7bff, 0x0400]
// arg: out f16[16]
// arg: bf16[8] = bits:[0x0001, 0x8000, 0x7f80, 0xff7f, 0x3f80, 0xc000, 0x7f7f, 0x0080]
// arg: out bf16[16]
// arg: e4m3[8] = bits:[0x01, 0x80, 0x7e, 0xfe, 0x38, 0xc0, 0x08, 0x77]
// arg: out e4m3[16]
// arg: e5m2[8] = bits:[0x01, 0x80, 0x7c, 0xfb, 0x3c, 0xc0, 0x04, 0x7b]
// arg: out e5m2[16]
// arg: tf32[8] = [1, -2, 0.5, 1024, -0.0, 0, 3, 5]
// arg: out tf32[16]
// arg: f32[8] = bits:[0x00000001, 0x80000000, 0x7f800000, 0xff7fffff, 0x3f800000, 0xc0000000, 0x7f7fffff, 0x00800000]
// arg: out f32[16]
// arg: f64[8] = bits:[0x0000000000000001, 0x8000000000000000, 0x7ff0000000000000, 0xffefffffffffffff, 0x3ff0000000000000, 0xc000000000000000, 0x7fefffffffffffff, 0x0010000000000000]
// arg: out f64[16]
// expect: [true, false, true, true, false, false, true, false, true, false, true, false, false, false, false, false]
// expect: [-128, 1, -1, 3, 127, 2, 0, 4, -128, 127, -1, 4, 4, 4, 4, 4]
// expect: [65535, 4, 2, 6, 1, 5, 3, 7, 65535, 1, 2, 7, 7, 7, 7, 7]
// expect: [-9223372036854775808, 4, 2, 6, 9223372036854775807, 5, 3, 7, -9223372036854775808, 9223372036854775807, 2, 7, 7, 7, 7, 7]
// expect: bits:[0x0001, 0x3c00, 0x7c00, 0x7bff, 0x8000, 0xc000, 0xfbff, 0x0400, 0x0001, 0x8000, 0x7c00, 0x0400, 0x0400, 0x0400, 0x0400, 0x0400]
// expect: bits:[0x0001, 0x3f80, 0x7f80, 0x7f7f, 0x8000, 0xc000, 0xff7f, 0x0080, 0x0001, 0x8000, 0x7f80, 0x0080, 0x0080, 0x0080, 0x0080, 0x0080]
// expect: bits:[0x01, 0x38, 0x7e, 0x08, 0x80, 0xc0, 0xfe, 0x77, 0x01, 0x80, 0x7e, 0x77, 0x77, 0x77, 0x77, 0x77]
// expect: bits:[0x01, 0x3c, 0x7c, 0x04, 0x80, 0xc0, 0xfb, 0x7b, 0x01, 0x80, 0x7c, 0x7b, 0x7b, 0x7b, 0x7b, 0x7b]
// expect: [1, -0.0, 0.5, 3, -2, 0, 1024, 5, 1, -2, 0.5, 5, 5, 5, 5, 5]
// expect: bits:[0x00000001, 0x3f800000, 0x7f800000, 0x7f7fffff, 0x80000000, 0xc0000000, 0xff7fffff, 0x00800000, 0x00000001, 0x80000000, 0x7f800000, 0x00800000, 0x00800000, 0x00800000, 0x00800000, 0x00800000]
// expect: bits:[0x0000000000000001, 0x3ff0000000000000, 0x7ff0000000000000, 0x7fefffffffffffff, 0x8000000000000000, 0xc000000000000000, 0xffefffffffffffff, 0x0010000000000000, 0x0000000000000001, 0x8000000000000000, 0x7ff0000000000000, 0x0010000000000000, 0x0010000000000000, 0x0010000000000000, 0x0010000000000000, 0x0010000000000000]
// note: elements move without a change of bits: infinities, subnormals and negative zeros too.
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_fp8.h"
#include "cuda_tf32.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

template <class T>
__tile__ void moved(T const* x, T* out) {
    using Index = ct::tile<int, ct::shape<2, 2, 1, 2>>;
    auto turned = ct::permute(ct::load(x + ct::iota<Index>()), ct::dimension_map<3, 1, 2, 0>{});
    ct::store(out + ct::iota<Index>(), turned);
    auto i = ct::iota<ct::tile<int, ct::shape<8>>>();
    auto last = ct::extract(ct::load(x + i), ct::shape<1>{}, 7);
    auto some = ct::load_masked(x + i, i < 5, last);
    auto picked = ct::select(i < 3, some, ct::broadcast(last, ct::shape<8>{}));
    ct::store_masked(out + 8 + i, picked, i < 4);
    ct::store(out + 12 + ct::iota<ct::tile<int, ct::shape<4>>>(), ct::extract(picked, ct::shape<4>{}, 1));
}

extern "C" __tile_global__ void test(bool const* x_bool, bool* o_bool, signed char const* x_i8, signed char* o_i8, unsigned short const* x_u16, unsigned short* o_u16, long long const* x_i64, long long* o_i64, __half const* x_f16, __half* o_f16, __nv_bfloat16 const* x_bf16, __nv_bfloat16* o_bf16, __nv_fp8_e4m3 const* x_e4m3, __nv_fp8_e4m3* o_e4m3, __nv_fp8_e5m2 const* x_e5m2, __nv_fp8_e5m2* o_e5m2, __nv_tf32 const* x_tf32, __nv_tf32* o_tf32, float const* x_f32, float* o_f32, double const* x_f64, double* o_f64) {
    moved(x_bool, o_bool);
    moved(x_i8, o_i8);
    moved(x_u16, o_u16);
    moved(x_i64, o_i64);
    moved(x_f16, o_f16);
    moved(x_bf16, o_bf16);
    moved(x_e4m3, o_e4m3);
    moved(x_e5m2, o_e5m2);
    moved(x_tf32, o_tf32);
    moved(x_f32, o_f32);
    moved(x_f64, o_f64);
}
