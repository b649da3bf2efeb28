// case: new_out_of_bounds
// spec: [expr.const]/5
// reject: E0570 not a constant expression: it is outside the bounds of the a
constexpr int f(int n) {
    int *p = new int[n]{};
    int r = p[n];
    delete[] p;
    return r;
}
extern "C" __tile_global__ void test(int *p) { constexpr int x = f(3); }
