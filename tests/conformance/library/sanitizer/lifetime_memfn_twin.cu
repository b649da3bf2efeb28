// case: lifetime_memfn_twin
// spec: [basic.life]
// arg: inout i32[8] = iota
// arg: i32 = 2
// expect: [2, 1, 2, 3, 4, 5, 6, 7]
struct S {
    int a;
    __tile__ S& me() { return *this; }
};
extern "C" __tile_global__ void test(int* o, int n) { o[0] = S{n}.me().a; }
