// case: ref_qualifier_mismatch
// spec: [over.match.funcs]/5.1
// reject: E0312 an object parameter with & takes no temporary
struct S {
    __tile__ int f() & { return 1; }
};

extern "C" __tile_global__ void test(int* out) { *out = S().f(); }
