// case: local_redeclares_function
// spec: [basic.scope.block], [dcl.fct]
// arg: i32 = 3
// arg: out i32[1]
// expect: [6]
// note: a function may be declared in a block.
extern "C" __tile_global__ void test(int n, int* out) {
    __tile__ int twice(int);
    out[0] = twice(n);
}
__tile__ int twice(int n) { return 2 * n; }
