// case: constant_string
// spec: [dcl.type.cv]
// ub: rule 12: a constant object is written to
// arg: inout i32[8] = iota
// arg: i32 = 2
extern "C" __tile_global__ void test(int* o, int n) {
    char* p = const_cast<char*>("abc");
    p[1] = 5;
    o[0] = p[1];
}
