// case: constant_dyn
// spec: [dcl.type.cv]
// ub: rule 12: a constant object is written to
// arg: inout i32[8] = iota
// arg: i32 = 2
extern "C" __tile_global__ void test(int* o, int n) {
    const int a[3] = {1, 2, 3};
    const_cast<int*>(a)[n] = 4;
    o[0] = a[1];
}
