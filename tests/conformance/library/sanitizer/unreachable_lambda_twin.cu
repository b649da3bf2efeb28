// case: unreachable_lambda_twin
// spec: [stmt.return]
// arg: inout i32[8] = iota
// arg: i32 = 2
// expect: [3, 1, 2, 3, 4, 5, 6, 7]
extern "C" __tile_global__ void test(int* o, int n) {
    auto f = [](int x) -> int {
        if (x < 0) return 1;
        while (x > 5) return 2;
        return 3;
    };
    o[0] = f(n);
}
