// case: address_of_rvalue
// spec: [expr.unary.op]/3
// reject: E0510 a prvalue has no address
extern "C" __tile_global__ void test(int n, int* out) {
    int* p = &(n + 1);
    *out = *p;
}
