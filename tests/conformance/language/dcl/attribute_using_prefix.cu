// case: attribute_using_prefix
// spec: [dcl.attr.grammar]
// arg: out i32[2]
// arg: i32 = 5
// expect: [6, 25]

[[using gnu: pure, always_inline]] [[using vendor: hot(1, "two", [3], {4;})]] [[nodiscard]] __tile__ int inc(int x) { return x + 1; }
[[using vendor: a, , b]] [[,]] [[]] __tile__ int square(int x) { return x * x; }

extern "C" __tile_global__ void test(int* out, int n) {
    out[0] = inc(n);
    out[1] = square(n);
}
