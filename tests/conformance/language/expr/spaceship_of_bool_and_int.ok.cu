// case: spaceship_of_bool_and_int
// spec: [expr.spaceship]/3 a truth value is compared with truth values
// accept: both are truth values, and an enumerator is converted
#include <compare>
enum E { e };
static_assert((true <=> false) > 0 && (e <=> 1) < 0 && ('a' <=> 1.5) > 0);
extern "C" __tile_global__ void test(int* out) { out[0] = 1; }
