// case: lifetime_temp
// spec: [basic.life]
// ub: rule 12: the object has ended
// arg: inout i32[8] = iota
// arg: i32 = 2
__tile__ const int& f(const int& x) { return x; }
extern "C" __tile_global__ void test(int* o, int n) {
    const int* p = &f(n + 1);
    o[0] = *p;
}
