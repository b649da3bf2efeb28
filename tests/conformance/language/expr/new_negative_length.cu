// case: new_negative_length
// spec: [expr.const]/5
// reject: E0570 not a constant expression: it allocates an array of less tha
constexpr int f(int n) {
    int *p = new int[n];
    delete[] p;
    return 0;
}
extern "C" __tile_global__ void test(int *p) { constexpr int x = f(-1); }
