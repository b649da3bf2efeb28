// case: complex_type
// spec: [dcl.type.simple]
// reject: E0216 `_Complex` is C

extern "C" __tile_global__ void test(int* out, int n) {
    float _Complex z;
    *out = n;
}
