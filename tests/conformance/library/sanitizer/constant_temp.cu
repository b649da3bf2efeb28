// case: constant_temp
// spec: [dcl.type.cv]
// ub: rule 12: a constant object is written to
// arg: inout i32[8] = iota
// arg: i32 = 2
extern "C" __tile_global__ void test(int* o, int n) {
    const int& r = n + 1;
    const_cast<int&>(r) = 4;
    o[0] = r;
}
