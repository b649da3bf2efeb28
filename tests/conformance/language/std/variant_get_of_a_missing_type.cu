// case: variant_get_of_a_missing_type
// spec: [variant.get]
// reject: E0312 no alternative has this type
#include <variant>

extern "C" __tile_global__ void test(float* out) {
    std::variant<int, double> v;
    out[0] = std::get<float>(v);
}
