// case: variant_visitor_of_two_results
// spec: [variant.visit]
// reject: E0315 the visitor returns int for one alternative, float for the other
#include <variant>

extern "C" __tile_global__ void test(float* out) {
    std::variant<int, float> v = 2.0f;
    out[0] = std::visit([](auto x) { return x; }, v);
}
