// case: cmath_domain_error_is_no_constant
// spec: [library.c]
// accept: at run time it is a NaN
#include <cmath>

extern "C" __tile_global__ void test(float* out) {
    float root = std::sqrt(-1.0f);
    out[0] = root;
}
