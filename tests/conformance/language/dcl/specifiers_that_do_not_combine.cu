// case: specifiers_that_do_not_combine
// spec: [dcl.type.simple]
// reject: E0208 `unsigned float` is not a type

extern "C" __tile_global__ void test(int* out, int n) {
    unsigned float x = n;
    *out = n;
}
