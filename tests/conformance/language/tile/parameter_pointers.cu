// case: parameter_pointers
// spec: [basic.compound] members of an argument that point to memory of the host's choice
// arg: struct = {i32[4] = [1, 2, 3, 4], out i32[2], struct = {inout f32[1] = [0.5], i32 = 3}}
// arg: out i32[1]
// expect: [3, 7]
// expect: [2]
// expect: [4]
#include "cuda_tile.h"

struct Where {
    float* scale;
    int index;
};
struct Args {
    const int* in;
    int* out;
    Where where;
};
extern "C" __tile_global__ void test(Args args, int* last) {
    args.out[0] = args.in[0] + args.in[1];
    args.out[1] = args.in[2] + args.in[args.where.index];
    *args.where.scale *= 4;
    *last = args.in[args.where.index];
}
