// case: binding_count
// spec: [dcl.struct.bind]/5
// reject: E0521 two names for three members
struct S { int a, b, c; };

extern "C" __tile_global__ void test(int* out) {
    auto [a, b] = S{1, 2, 3};
    *out = a + b;
}
