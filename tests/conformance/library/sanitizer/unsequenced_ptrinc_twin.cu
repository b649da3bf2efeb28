// case: unsequenced_ptrinc_twin
// spec: [intro.execution]
// arg: inout i32[8] = iota
// arg: i32 = 2
// expect: [1, 1, 2, 3, 4, 5, 6, 7]
extern "C" __tile_global__ void test(int* o, int n) {
    int* p = o;
    int t = *p++;
    o[0] = t + *p;
    *p++ = *p;
}
