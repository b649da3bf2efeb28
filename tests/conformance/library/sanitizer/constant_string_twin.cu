// case: constant_string_twin
// spec: [dcl.type.cv]
// arg: inout i32[8] = iota
// arg: i32 = 2
// expect: [5, 1, 2, 3, 4, 5, 6, 7]
extern "C" __tile_global__ void test(int* o, int n) {
    char p[] = "abc";
    p[1] = 5;
    o[0] = p[1];
}
