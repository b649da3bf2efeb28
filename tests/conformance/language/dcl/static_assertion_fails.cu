// case: static_assertion_fails
// spec: [dcl.static.assert]/6
// reject: E0315 the condition is false
extern "C" __tile_global__ void test(int* out) {
    static_assert(sizeof(int) == 8, "int has eight bytes");
    *out = 1;
}
