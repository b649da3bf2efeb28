// case: lifetime_param_twin
// spec: [basic.life]
// arg: inout i32[8] = iota
// arg: i32 = 2
// expect: [2, 1, 2, 3, 4, 5, 6, 7]
__tile__ int* f(int x) { return &x; }
__tile__ int* g(int& x) { return &x; }
extern "C" __tile_global__ void test(int* o, int n) {
    int m = n;
    int* p = g(m);
    o[0] = *p;
}
