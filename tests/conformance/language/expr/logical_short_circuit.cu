// case: logical_short_circuit
// spec: [expr.log.and], [expr.log.or]
// arg: i32[4] = [1, 0, 3, 0]
// arg: out i32[3]
// expect: [12, 0, 1]
extern "C" __tile_global__ void test(int const* in, int* out) {
    int calls = 0;
    auto touch = [&](int v) { ++calls; return v; };
    for (int i = 0; i < 4; ++i)
        if (in[i] && touch(in[i]) > 1) calls += 10;
    out[0] = calls;
    int const* null = nullptr;
    out[1] = null && *null;
    out[2] = !null || touch(0);
}
