// case: pointer_comparisons
// spec: [expr.rel], [expr.eq], [expr.add]
// arg: i32 = 1
// arg: out i32[6]
// expect: [1, 4, 1, 1, 15, 11]
extern "C" __tile_global__ void test(int n, int* out) {
    int a[5] = {1, 2, 3, 4, 5};
    int* p = a + n;
    int const* end = a + 5;
    out[0] = p < end;
    out[1] = static_cast<int>(end - p);
    out[2] = p == &a[1];
    void* v = p;
    out[3] = v == p;
    int sum = 0;
    for (int* q = a; q != end; ++q) sum += *q;
    out[4] = sum;
    out[5] = *(end - 1) + end[-2] + *(n + a);
}
