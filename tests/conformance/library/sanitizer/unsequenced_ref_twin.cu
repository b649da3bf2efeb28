// case: unsequenced_ref_twin
// spec: [intro.execution]
// arg: inout i32[8] = iota
// arg: i32 = 2
// expect: [1, 2, 2, 3, 4, 5, 6, 7]
extern "C" __tile_global__ void test(int* o, int n) {
    int i = n;
    int& r = i;
    o[0] = (r--, i);
    o[i++] = i;
    int a[3] = {i++, i++, i};
    o[1] = a[0];
}
