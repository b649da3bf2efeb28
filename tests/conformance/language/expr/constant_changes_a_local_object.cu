// case: constant_changes_a_local_object
// spec: [expr.const]/5
// reject: E0570 its lifetime began outside of the evaluation
__tile__ constexpr int reset(int& n) { n = 0; return 1; }
extern "C" __tile_global__ void test(int* out) {
    int n = out[0];
    constexpr int one = reset(n);
    *out = one;
}
