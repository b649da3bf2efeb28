// case: variant_comparison
// spec: [variant.relops]
// arg: i32 = 3
// arg: out i32[6]
// expect: [1, 0, 1, 1, 1, 0]
// note: the number of the alternative decides first
#include <variant>

extern "C" __tile_global__ void test(int n, int* out) {
    std::variant<int, float> a = n, b = 3, c = 1.5f;
    out[0] = a == b;
    out[1] = a == c;
    out[2] = a < c;
    out[3] = (a <=> b) == 0;
    b = n + 1;
    out[4] = a < b && b >= a;
    out[5] = std::monostate{} < std::monostate{};
}
