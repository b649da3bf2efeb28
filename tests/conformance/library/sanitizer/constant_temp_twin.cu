// case: constant_temp_twin
// spec: [dcl.type.cv]
// arg: inout i32[8] = iota
// arg: i32 = 2
// expect: [4, 1, 2, 3, 4, 5, 6, 7]
extern "C" __tile_global__ void test(int* o, int n) {
    int m = n;
    const int& r = m;
    const_cast<int&>(r) = 4;
    o[0] = r;
}
