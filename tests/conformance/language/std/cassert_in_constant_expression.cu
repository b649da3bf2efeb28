// case: cassert_in_constant_expression
// spec: [assertions.assert], [expr.const]
// arg: out i32[1]
// reject: E0570 the assertion fails while compiling
#include <cassert>

__tile__ constexpr int checked(int x) {
    assert(x > 0);
    return x;
}
extern "C" __tile_global__ void test(int* out) {
    constexpr int a = checked(-1);
    *out = a;
}
