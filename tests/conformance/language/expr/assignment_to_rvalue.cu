// case: assignment_to_rvalue
// spec: [expr.ass]/1
// reject: E0510 the left operand is not an lvalue
extern "C" __tile_global__ void test(int n, int* out) {
    n + 1 = 2;
    *out = n;
}
