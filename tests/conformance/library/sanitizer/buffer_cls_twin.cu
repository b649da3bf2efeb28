// case: buffer_cls_twin
// spec: [expr.add]
// arg: inout i32[8] = iota
// arg: i32 = 2
// expect: [0, 1, 2, 3, 4, 5, 6, 7]
struct S {
    int a[4];
};
extern "C" __tile_global__ void test(int* o, int n) {
    S* s = (S*)o;
    s += 2;
    o[0] = s == nullptr;
}
