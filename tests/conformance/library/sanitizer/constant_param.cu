// case: constant_param
// spec: [dcl.type.cv]
// ub: rule 12: a constant object is written to
// arg: inout i32[8] = iota
// arg: i32 = 2
__tile__ int f(const int x) {
    const_cast<int&>(x) = 3;
    return x;
}
__tile__ int g(int x) {
    const int& r = x;
    const_cast<int&>(r) = 3;
    return x;
}
extern "C" __tile_global__ void test(int* o, int n) { o[0] = f(n); }
