// case: compare_only_with_zero
// spec: [cmp.categories.pre]
// arg: i32 = 3
// arg: out i32[1]
// reject: E0570 an ordering compares with the literal 0 only
#include <compare>

extern "C" __tile_global__ void test(int n, int* out) { *out = (n <=> 4) < 1; }
