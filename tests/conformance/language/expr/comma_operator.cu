// case: comma_operator
// spec: [expr.comma]
// arg: i32 = 2
// arg: out i32[3]
// expect: [6, 7, 55]
extern "C" __tile_global__ void test(int n, int* out) {
    int a = (n += 1, n * 2);
    out[0] = a;
    (n, a) = 7;               // an lvalue if the right operand is one
    out[1] = a;
    int i, j;
    for (i = 0, j = 10; i < j; ++i, --j) {}
    out[2] = i * 10 + j;
}
