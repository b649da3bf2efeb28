// case: buffer_scalar
// spec: [expr.add]
// ub: rule 10: an object that is not of an array is one of one element
// arg: out i32[1]
// arg: i32 = 2
extern "C" __tile_global__ void test(int* o, int n) {
    int x = n;
    int* p = &x;
    p += n;
    o[0] = p != nullptr;
}
