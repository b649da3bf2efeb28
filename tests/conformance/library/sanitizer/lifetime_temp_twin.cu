// case: lifetime_temp_twin
// spec: [basic.life]
// arg: inout i32[8] = iota
// arg: i32 = 2
// expect: [3, 1, 2, 3, 4, 5, 6, 7]
__tile__ const int& f(const int& x) { return x; }
extern "C" __tile_global__ void test(int* o, int n) {
    const int& p = n + 1;
    o[0] = p;
}
