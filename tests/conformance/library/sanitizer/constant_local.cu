// case: constant_local
// spec: [dcl.type.cv]
// ub: rule 12: a constant object is written to
// arg: out i32[1]
extern "C" __tile_global__ void test(int* o) {
    const int c = 3;
    *const_cast<int*>(&c) = 4;
    o[0] = c;
}
