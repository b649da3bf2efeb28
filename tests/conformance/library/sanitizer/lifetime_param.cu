// case: lifetime_param
// spec: [basic.life]
// ub: rule 12: the object has ended
// arg: inout i32[8] = iota
// arg: i32 = 2
__tile__ int* f(int x) { return &x; }
__tile__ int* g(int& x) { return &x; }
extern "C" __tile_global__ void test(int* o, int n) {
    int* p = f(n);
    o[0] = *p;
}
