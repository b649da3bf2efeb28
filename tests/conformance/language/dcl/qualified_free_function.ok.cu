// case: qualified_free_function
// spec: [dcl.fct]
// accept: the same, corrected
struct F {
    __tile__ int f(int x) const { return x; }
};

extern "C" __tile_global__ void test(int* out) { *out = F().f(1); }
