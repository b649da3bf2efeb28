// case: new_dynamic_length_uninitialised_read
// spec: [expr.const]/5
// reject: E0570 not a constant expression: it reads an uninitialized object
constexpr int f(int n) {
    int *p = new int[n];
    int r = p[0];
    delete[] p;
    return r;
}
extern "C" __tile_global__ void test(int *p) { constexpr int x = f(3); }
