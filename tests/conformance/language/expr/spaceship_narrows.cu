// case: spaceship_narrows
// spec: [expr.spaceship]/4 no operand is narrowed
// reject: E0504 the conversion of `int` to `unsigned` may change the value
#include <compare>
extern "C" __tile_global__ void test(int* out, int n, unsigned u) { out[0] = (n <=> u) < 0; }
