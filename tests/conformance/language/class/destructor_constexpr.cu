// case: destructor_constexpr
// spec: [dcl.constexpr], [class.dtor]
// arg: out i32[2]
// expect: [123, 1300]
// note: a constexpr destructor runs in a constant evaluation.
struct Digit {
    int& log;
    int digit;
    __tile__ constexpr Digit(int& log, int digit) : log(log), digit(digit) {}
    __tile__ constexpr ~Digit() { log = log * 10 + digit; }
};
__tile__ constexpr int run() {
    int log = 0;
    {
        Digit c(log, 3), b(log, 2), a(log, 1);
    }
    return log;
}
__tile__ constexpr int loop() {
    int log = 0;
    for (int i = 1; i < 5; ++i) {
        Digit d(log, 0);
        if (i == 2) continue;
        if (i == 4) break;
        log = log / 10 + i;
    }
    return log;
}
static_assert(run() == 123);

extern "C" __tile_global__ void test(int* out) {
    constexpr int value = run();
    out[0] = value;
    constexpr int other = loop();
    out[1] = other;
}
