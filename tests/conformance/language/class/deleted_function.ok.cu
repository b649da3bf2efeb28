// case: deleted_function
// spec: [dcl.fct.def.delete]
// accept: the same, corrected
struct Scale {
    __tile__ int by(int n) const { return 2 * n; }
    int by(double) const = delete;
};

extern "C" __tile_global__ void test(int* out) { *out = Scale().by(1); }
