// case: lifetime_lambda
// spec: [basic.life]
// ub: rule 12: the object has ended
// arg: inout i32[8] = iota
// arg: i32 = 2
__tile__ auto mk(int x) {
    return [&] { return x; };
}
extern "C" __tile_global__ void test(int* o, int n) {
    auto f = mk(n);
    o[0] = f();
}
