// case: utility_cmp_rejects_bool
// spec: [utility.intcmp]
// arg: out i32[1]
// reject: E0312 bool is not an integer type to compare by value
#include <utility>

extern "C" __tile_global__ void test(int* out) { *out = std::cmp_equal(true, 1); }
