// case: constant_constexpr
// spec: [dcl.type.cv]
// ub: rule 12: a constant object is written to
// arg: inout i32[8] = iota
// arg: i32 = 2
extern "C" __tile_global__ void test(int* o, int n) {
    static constexpr int k[2] = {1, 2};
    const_cast<int&>(k[1]) = n;
    o[0] = k[1];
}
