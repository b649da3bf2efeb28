// case: lifetime_lambda_twin
// spec: [basic.life]
// arg: inout i32[8] = iota
// arg: i32 = 2
// expect: [2, 1, 2, 3, 4, 5, 6, 7]
__tile__ auto mk(int x) {
    return [=] { return x; };
}
extern "C" __tile_global__ void test(int* o, int n) {
    auto f = mk(n);
    o[0] = f();
}
