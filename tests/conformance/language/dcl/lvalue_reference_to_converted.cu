// case: lvalue_reference_to_converted
// spec: [dcl.init.ref]/5
// reject: E0503 double& does not bind to an int
extern "C" __tile_global__ void test(int n, int* out) {
    double& r = n;
    *out = static_cast<int>(r);
}
