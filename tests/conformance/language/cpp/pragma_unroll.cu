// case: pragma_unroll
// spec: [cpp.pragma]
// arg: i32 = 10
// arg: out i32[7]
// expect: [45, 45, 45, 9, 45, 45, 3]
// note: unrolling never changes what a loop computes; the count may be a macro, a constant or in parentheses, and other pragmas are ignored.
#define FACTOR 4
#define UNROLL _Pragma("unroll")
#define UNROLL_BY(n) UNROLL_STRING(unroll n)
#define UNROLL_STRING(text) _Pragma(#text)
#pragma once_upon_a_time there was "no such" pragma @

extern "C" __tile_global__ void test(int n, int* out) {
    int sum = 0;
#pragma unroll
    for (int i = 0; i < n; ++i) sum += i;
    out[0] = sum;
    sum = 0;
#pragma unroll FACTOR
    for (int i = 0; i < n; ++i) sum += i;
    out[1] = sum;
    sum = 0;
#pragma unroll (FACTOR * 2)
    for (int i = 0; i < n; ++i) sum += i;
    out[2] = sum;
    int k = 0;
#pragma nounroll
    while (k + 1 < n) ++k;
    out[3] = k;
    sum = 0;
    UNROLL for (int i = 0; i < n; ++i) sum += i;
    out[4] = sum;
    sum = 0;
    UNROLL_BY(2)
    for (int i = 0; i < n; ++i) sum += i;
    out[5] = sum;
    sum = 0;
#pragma unroll 1
    do ++sum;
    while (sum < 3);
    out[6] = sum;
}
