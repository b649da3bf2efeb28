// case: decltype_auto_with_qualifier
// spec: [dcl.type.auto.deduct]/5
// reject: E0310 the placeholder is the whole type
extern "C" __tile_global__ void test(int* out, int n) {
    const decltype(auto) x = n;
    *out = x;
}
