// case: variant_basics
// spec: [variant.variant]
// arg: i32 = 7
// arg: out i32[12]
// expect: [0, 0, 1, 7, 2, 5, 1, 9, 0, 41, 3, 1]
#include <variant>

using number = std::variant<int, float, short>;
static_assert(std::variant_size_v<number> == 3 && std::is_same_v<std::variant_alternative_t<2, number const>, short const>);
static_assert(std::is_trivially_copyable_v<number> && std::is_same_v<decltype(std::get<1>(std::declval<number&&>())), float&&>);
static_assert(!std::is_constructible_v<std::variant<float>, double> && std::is_constructible_v<std::variant<float, double>, double>);

extern "C" __tile_global__ void test(int n, int* out) {
    number v;
    out[0] = v.index();
    out[1] = std::get<int>(v);
    v = float(n);
    out[2] = v.index();
    out[3] = std::get<1>(v);
    v.emplace<short>(5);
    out[4] = v.index();
    out[5] = *std::get_if<short>(&v);
    out[6] = std::get_if<int>(&v) == nullptr && std::holds_alternative<short>(v);
    number w(std::in_place_index<0>, n + 2);
    swap(v, w);
    out[7] = std::get<0>(v);
    std::get<int>(v) = 41;
    out[8] = v.valueless_by_exception();
    out[9] = std::get<int>(v);
    std::variant<std::monostate, long> none;
    out[10] = none.index() + 3;
    out[11] = std::holds_alternative<std::monostate>(none);
}
