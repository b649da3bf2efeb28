// case: buffer_sub_twin
// spec: [expr.add]
// arg: inout i32[8] = iota
// arg: i32 = 2
// expect: [0, 1, 2, 3, 4, 5, 6, 7]
extern "C" __tile_global__ void test(int* o, int n) {
    int* p = &o[8];
    o[0] = p == o;
}
