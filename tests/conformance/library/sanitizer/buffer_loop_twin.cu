// case: buffer_loop_twin
// spec: [expr.add]
// arg: inout i32[8] = iota
// arg: i32 = 2
// expect: [1, 1, 2, 3, 1, 5, 6, 7]
extern "C" __tile_global__ void test(int* o, int n) {
    int* p = o;
    for (int i = 0; i < 2; i++, p += 4) p[0] = 1;
}
