// case: buffer_past
// spec: [expr.add]
// ub: rule 10: the pointer leaves the buffer
// arg: inout i32[8] = iota
// arg: i32 = 2
extern "C" __tile_global__ void test(int* o, int n) {
    int* p = o + n + 7;
    o[0] = p == o;
}
