// case: large_array_initializer
// spec: [dcl.init.aggr]
// arg: i32 = 2
// arg: out i32[2]
// expect: [9, 6]
// note: elements without an initialiser are zero, in an array too large for registers as in any other; a string that long has its characters.
extern "C" __tile_global__ void test(int n, int* out) {
    int list[4100] = {1, n, 7};
    out[0] = list[n] + list[1] + list[n + 4000];
    short pairs[2100][2] = {{}, {5, 6}};
    out[1] = pairs[n - 1][1] + pairs[n][0];
}
