// case: ref_qualifier_mismatch
// spec: [over.match.funcs]/5.1
// accept: the object has a name
struct S {
    __tile__ int f() & { return 1; }
};

extern "C" __tile_global__ void test(int* out) {
    S s;
    *out = s.f();
}
