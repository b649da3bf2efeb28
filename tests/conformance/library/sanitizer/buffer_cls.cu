// case: buffer_cls
// spec: [expr.add]
// ub: rule 10: the pointer leaves the buffer
// arg: inout i32[8] = iota
// arg: i32 = 2
struct S {
    int a[4];
};
extern "C" __tile_global__ void test(int* o, int n) {
    S* s = (S*)o;
    s += 3;
    o[0] = s == nullptr;
}
