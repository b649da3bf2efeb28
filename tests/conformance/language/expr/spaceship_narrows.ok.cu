// case: spaceship_narrows
// spec: [expr.spaceship]/4 no operand is narrowed
// accept: the constant fits, and an integer may become a floating-point number
#include <compare>
extern "C" __tile_global__ void test(int* out, int n, unsigned u, float x) {
    out[0] = (1 <=> u) < 0;
    out[1] = (n <=> x) < 0;
    out[2] = (n <=> 1L) < 0;
}
