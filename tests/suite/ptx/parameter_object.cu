//@ ptx: sm_90a
//@ run: cpu emulator gpu
//@ arg c: struct = {i32 = 3, out f32[2], struct = {bool = true, i16 = -4}, f64 = 0.5, inout i32[1] = [9]}
//@ arg table: struct = {u8 = 1, u8 = 2, u8 = 3, u8 = 4, u8 = 5}
//@ arg none: struct = {}
//@ arg i: i32 = 3
//@ contains: .param .align 8 .b8 test_param_0[40]
//@ contains: .param .align 1 .b8 test_param_1[5]
//@ contains: .param .align 1 .b8 test_param_2[1]
//@ contains: .param .u32 test_param_3
//@ contains: ld.param.f64
//@ contains: cvta.param.u64
//@ expect c.0 = -0.5 4
//@ expect c.1 = 12
// Objects are parameters of their own size and alignment; one that is indexed at run time and not
// changed is read where the launch has put it.
#include "cuda_tile.h"

struct Flags {
    bool negative;
    short n;
};
struct Config {
    int count;
    float* out;
    Flags flags;
    double scale;
    int* __restrict__ counter;
};
struct Table {
    unsigned char of[5];
};
struct None {};

extern "C" __tile_global__ void test(Config c, Table table, None, int i) {
    c.out[0] = c.flags.negative ? -c.scale : c.scale;
    c.out[1] = table.of[i];
    *c.counter += c.count;
}
