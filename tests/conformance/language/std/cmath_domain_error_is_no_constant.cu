// case: cmath_domain_error_is_no_constant
// spec: [library.c]
// reject: E0570 the square root of a negative number has no value
#include <cmath>

extern "C" __tile_global__ void test(float* out) {
    constexpr float root = std::sqrt(-1.0f);
    out[0] = root;
}
