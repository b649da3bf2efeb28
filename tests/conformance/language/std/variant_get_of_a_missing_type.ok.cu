// case: variant_get_of_a_missing_type
// spec: [variant.get]
// accept: one alternative has this type
#include <variant>

extern "C" __tile_global__ void test(float* out) {
    std::variant<int, float> v = 2.0f;
    out[0] = std::get<float>(v);
}
