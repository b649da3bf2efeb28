// case: rvalue_reference_to_function
// spec: [over.ics.rank]/3.2.4
// arg: out i32[2]
// expect: [1, 8]
using F = int(int);
__tile__ int twice(int n) { return 2 * n; }
__tile__ constexpr int f(F&) { return 1; }
__tile__ constexpr int f(F&&) { return 2; }

extern "C" __tile_global__ void test(int* out) {
    out[0] = f(twice);
    out[1] = twice(4);
}
