// case: spaceship_of_bool_and_int
// spec: [expr.spaceship]/3 a truth value is compared with truth values
// reject: E0509 operator `<=>` does not take `bool` and `int`
#include <compare>
static_assert((true <=> 1) == 0);
extern "C" __tile_global__ void test(int* out) { out[0] = 1; }
