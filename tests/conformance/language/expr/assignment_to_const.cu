// case: assignment_to_const
// spec: [expr.ass]/1
// reject: E0511 const objects are not assigned
extern "C" __tile_global__ void test(int* out) {
    int const n = 1;
    n = 2;
    *out = n;
}
