// case: dangling_constant
// spec: [expr.const]/11
// reject: E0570 not a constant expression: it refers to an object whose life
constexpr const int *f() {
    int x = 3;
    return &x;
}
extern "C" __tile_global__ void test(int *p) {
    constexpr int y = *f();
    p[0] = y;
}
