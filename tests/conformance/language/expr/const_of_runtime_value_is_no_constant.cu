// case: const_of_runtime_value_is_no_constant
// spec: [expr.const]/3
// reject: E0570 the initialiser is not a constant
extern "C" __tile_global__ void test(int n, int* out) {
    int const m = n;
    enum { e = m };
    *out = e;
}
