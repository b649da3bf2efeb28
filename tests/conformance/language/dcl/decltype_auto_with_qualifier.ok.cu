// case: decltype_auto_with_qualifier
// spec: [dcl.type.auto.deduct]/5
// accept: the same, corrected
extern "C" __tile_global__ void test(int* out, int n) {
    const auto x = n;
    decltype(auto) y = (x);
    *out = y;
}
