// case: unreachable_lambda
// spec: [stmt.return]
// ub: rule 31: control must not get there
// arg: inout i32[8] = iota
// arg: i32 = 2
extern "C" __tile_global__ void test(int* o, int n) {
    auto f = [](int x) -> int {
        if (x < 0) return 1;
        while (x > 5) return 2;
    };
    o[0] = f(n);
}
