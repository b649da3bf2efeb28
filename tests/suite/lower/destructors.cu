//@ run: cpu emulator gpu
//@ arg n: i32 = 3
//@ arg out: out i32[6]
//@ expect out = 321 4321 1111 2 21 54
// [class.dtor], [stmt.jump]: objects are destroyed in reverse on every way out of their scope.
struct Log {
    int& log;
    int digit;
    __tile__ Log(int& l, int d) : log(l), digit(d) {}
    __tile__ ~Log() { log = log * 10 + digit; }
};

__tile__ int early(int& log, int n) {
    Log a(log, 2);
    if (n > 0) return 1;
    Log b(log, 9);
    return 0;
}

struct Member {
    Log inner;
    __tile__ Member(int& log) : inner(log, 4) {}
    __tile__ ~Member() { inner.log = inner.log * 10 + 5; }
};

__tile_global__ void kernel(int n, int* out) {
    int log = 0;
    {
        Log a(log, 1), b(log, 2);
        Log c(log, 3);
    }
    out[0] = log;

    log = 0;
    {
        Log a(log, 1);
        {
            Log d(log, 4);
        }
        Log b(log, 2);
        log = 43;
    }
    out[1] = log;

    log = 0;
    for (int i = 0; i < 10; ++i) {
        Log a(log, 1);
        if (i % 2) continue;
        if (i > n) break;
    }
    out[2] = log % 10000;

    log = 0;
    early(log, n);
    out[3] = log;

    log = 0;
    Log(log, 2), Log(log, 1);
    out[4] = log == 12 ? 21 : 0;

    log = 0;
    { Member m(log); }
    out[5] = log;
}
