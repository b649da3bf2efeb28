// case: ellipsis_and_void
// spec: [dcl.fct]/4
// arg: i32 = 2
// arg: out i32[2]
// expect: [1, 2]
// note: an ellipsis takes what no parameter does; `(void)` is an empty list.
__tile__ int any(...) { return 1; }
__tile__ int any(int n) { return n; }
__tile__ int none(void) { return 0; }
struct S {};
extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = any(n, S{}) + none();
    out[1] = any(n);
}
