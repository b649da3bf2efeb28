// case: pointer_arithmetic
// spec: [expr.add]
// arg: i32[8] = iota*10
// arg: out i64[5]
// expect: [3, 40, 1, 70, 60]
extern "C" __tile_global__ void test(int const* a, long* out) {
    int const* p = a + 4;
    int const* q = &a[7];
    out[0] = q - p;
    out[1] = *p;
    out[2] = p < q && !(q <= p) && p != q && p + 3 == q;
    out[3] = p[3];
    out[4] = *--q;
}
