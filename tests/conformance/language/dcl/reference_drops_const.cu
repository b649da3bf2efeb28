// case: reference_drops_const
// spec: [dcl.init.ref]/5.1
// reject: E0503 int& does not bind to const int
extern "C" __tile_global__ void test(int* out) {
    int const n = 1;
    int& r = n;
    *out = r;
}
