// case: rescanning
// spec: [cpp.rescan]
// arg: i32 = 5
// arg: out i32[5]
// expect: [6, 7, 105, 12, 40]
// note: a macro is not replaced inside its own replacement, directly or through others; the result is rescanned with what follows.
#define HUNDRED(n) ((n) + 100)
#define LATER HUNDRED
#define TIMES(n) n * TIMES

extern "C" __tile_global__ void test(int n, int* out) {
    int value = n;
#define value (value + 1)
    out[0] = value;
    int ping = 4, pong = 3;
#define ping (2 + pong)
#define pong (1 + ping)
    // (2 + (1 + ping)) with the variable ping, (1 + (2 + pong)) with the variable pong
    out[1] = ping + pong - 6;
    out[2] = LATER(n);
    auto TIMES = [](int k) { return k; };
    out[3] = TIMES(4)(3);
    out[4] = TIMES(n)(n + 3);
}
