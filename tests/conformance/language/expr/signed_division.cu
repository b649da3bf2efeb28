// case: signed_division
// spec: [expr.mul]/4
// arg: i32[4] = [7, -7, 7, -7]
// arg: i32[4] = [2, 2, -2, -2]
// arg: out i32[8]
// expect: [3, 1, -3, -1, -3, 1, 3, -1]
extern "C" __tile_global__ void test(int const* a, int const* b, int* out) {
    for (int i = 0; i < 4; ++i) {
        out[2 * i] = a[i] / b[i];
        out[2 * i + 1] = a[i] % b[i];
    }
}
