// case: destructor_on_return
// spec: [stmt.return], [stmt.jump.general]
// arg: i32[4] = [0, 1, 2, 3]
// arg: out i32[8]
// expect: [10, 3, 20, 3, 30, 3, 0, 3]
// note: the value is computed before the destructors of the function's variables run.
struct Count {
    int& n;
    int by;
    __tile__ Count(int& n, int by) : n(n), by(by) {}
    __tile__ ~Count() { n += by; }
};
__tile__ int pick(int which, int& log) {
    Count outer(log, 1);
    if (which == 0) return log + 10;
    {
        Count inner(log, 2);
        if (which == 1) return log + 20;
    }
    if (which == 2) return log + 28;
    return log - 2;
}

extern "C" __tile_global__ void test(int* in, int* out) {
    for (int i = 0; i < 4; ++i) {
        int log = 0;
        int got = pick(in[i], log);
        if (in[i] == 0) log += 2;
        out[2 * i] = got;
        out[2 * i + 1] = log;
    }
}
