// case: constant_param_twin
// spec: [dcl.type.cv]
// arg: inout i32[8] = iota
// arg: i32 = 2
// expect: [3, 1, 2, 3, 4, 5, 6, 7]
__tile__ int f(const int x) {
    const_cast<int&>(x) = 3;
    return x;
}
__tile__ int g(int x) {
    const int& r = x;
    const_cast<int&>(r) = 3;
    return x;
}
extern "C" __tile_global__ void test(int* o, int n) { o[0] = g(n); }
