// case: numbers_constants
// spec: [numbers]
// arg: f32 = 2
// arg: out f32[4]
// arg: out f64[2]
// expect: [6.2831854820251465, 1.4142135381698608, 2.31118106842041, 0.31830987334251404]
// expect: [2.718281828459045, 0.8327461772768672]
#include <numbers>

static_assert(__is_same(decltype(std::numbers::pi_v<float>), float const) && std::numbers::e_v<double> == std::numbers::e);
extern "C" __tile_global__ void test(float r, float* f, double* d) {
    f[0] = std::numbers::pi_v<float> * r;
    f[1] = std::numbers::sqrt2_v<float>;
    f[2] = std::numbers::ln2_v<float> + std::numbers::phi_v<float>;
    f[3] = std::numbers::inv_pi_v<float>;
    d[0] = std::numbers::e;
    d[1] = std::numbers::log2e * std::numbers::egamma;
}
