// case: pair_explicit_conversion
// spec: [pairs.pair]
// arg: out i32[1]
// reject: E0503 the constructor of the element is explicit
#include <utility>

struct Metre {
    int value;
    constexpr explicit Metre(int v) : value(v) {}
};
extern "C" __tile_global__ void test(int* out) {
    std::pair<Metre, int> p = {1, 2};
    *out = p.first.value;
}
