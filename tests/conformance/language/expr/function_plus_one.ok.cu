// case: function_plus_one
// spec: [expr.add]/1
// accept: the same, corrected
__tile__ int one() { return 1; }
extern "C" __tile_global__ void test(int* out) {
    auto p = one() + 1;
    *out = p;
}
