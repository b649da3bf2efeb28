// case: variant_visit
// spec: [variant.visit]
// arg: i32[4] = [0, 1, 2, 1]
// arg: out f64[8]
// expect: [10.0, 2.5, 104.0, 2.5, 100.0, 25.0, 416.0, 25.0]
// note: which alternative there is depends on the input
#include <variant>

template <class... F> struct overloaded : F... { using F::operator()...; };
using shape = std::variant<int, double, char>;

__tile__ shape make(int kind) {
    if (kind == 0)
        return 10;
    if (kind == 1)
        return 2.5;
    return 'h';
}
constexpr double constant() {
    std::variant<int, double> a = 3, b = 0.5;
    return std::visit([](auto x, auto y) { return double(x * 2 + y); }, a, b);
}
static_assert(constant() == 6.5);

extern "C" __tile_global__ void test(int const* kinds, double* out) {
    for (int i = 0; i < 4; ++i) {
        shape s = make(kinds[i]);
        out[i] = std::visit(overloaded{[](int x) -> double { return x; }, [](double x) { return x; }, [](char c) -> double { return c; }}, s);
        std::variant<int, float> factor = 4;
        if (kinds[i] != 2)
            factor = 10.0f;
        out[4 + i] = std::visit<double>([](auto x, auto y) { return x * y; }, s, factor);
    }
}
