// case: macros_named_by_keywords
// spec: [cpp.replace]
// arg: i32 = 6
// arg: out i32[3]
// expect: [12, 8, 13]
// note: before phase 7 there are no keywords: they may name macros and parameters.
#define TWICE(int) ((int) * 2)
#define NEXT(while, for) (while + for)
#define unless(c) if (!(c))

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = TWICE(n);
    out[1] = NEXT(n, 2);
    out[2] = 0;
    unless (n == 5) out[2] = 13;
#define for(i, n) for (int i = 0; i < n; ++i)
    for (k, 3) out[2] += k - 1;
}
