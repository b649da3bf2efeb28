// case: parameter_closure
// spec: [expr.prim.lambda.closure] a closure without captures is passed like an empty class
// arg: out i32[2]
// arg: struct = {}
// expect: [15, 50]
#include "cuda_tile.h"

constexpr auto combine = [](int a, int b) { return a * b; };
extern "C" __tile_global__ void test(int* out, decltype(combine) f) {
    out[0] = f(3, 5);
    auto twice = [f](int x) { return f(f(x, x), 2); };
    out[1] = twice(5);
}
