// case: span_of_const_from_mutable_only
// spec: [span.cons]
// arg: out i32[1]
// reject: E0312 a span of mutable elements is not made of constant ones
#include <span>

extern "C" __tile_global__ void test(int* out) {
    int const a[] = {1, 2};
    std::span<int> s(a);
    *out = s[0];
}
