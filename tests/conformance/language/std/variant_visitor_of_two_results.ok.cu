// case: variant_visitor_of_two_results
// spec: [variant.visit]
// accept: the result type is named
#include <variant>

extern "C" __tile_global__ void test(float* out) {
    std::variant<int, float> v = 2.0f;
    out[0] = std::visit<float>([](auto x) { return x; }, v);
}
