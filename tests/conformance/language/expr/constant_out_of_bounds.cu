// case: constant_out_of_bounds
// spec: [expr.const]/5.8, [expr.add]/4
// reject: E0570 reads behind the last element
constexpr int sum(int n) {
    int a[3] = {1, 2, 3}, s = 0;
    for (int i = 0; i <= n; ++i) s += a[i];
    return s;
}

extern "C" __tile_global__ void test(int* out) {
    constexpr int s = sum(3);
    *out = s;
}
