// case: reference_to_reference
// spec: [dcl.ref]
// reject: E0310 only aliases and template arguments collapse
extern "C" __tile_global__ void test(int* out) {
    int& && x = *out;
    x = 1;
}
