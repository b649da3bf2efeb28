// case: constant_of_the_function_changed
// spec: [expr.const]/5
// reject: E0570 the lifetime of the object began outside of the evaluation
struct S {
    mutable int m;
};
constexpr int change(const S& a) {
    a.m = 6;
    return 1;
}
extern "C" __tile_global__ void test(int* out) {
    constexpr S x{5};
    constexpr int y = change(x);
    *out = y;
}
