// case: constant_of_the_function_changed
// spec: [expr.const]/5
// accept: the object is one of the evaluation
struct S {
    mutable int m;
};
constexpr int change(const S& a) {
    a.m = 6;
    return 1;
}
constexpr int begun_inside() {
    S s{5};
    return change(s);
}
extern "C" __tile_global__ void test(int* out) {
    constexpr int y = begun_inside();
    *out = y;
}
