// case: destructor_extended_by_member
// spec: [class.temporary]
// arg: i32 = 3
// arg: out i32[4]
// expect: [3, 0, 3, 4]
// note: a reference member of an aggregate and a reference to a part extend a temporary's life.
struct Temp {
    int* log;
    int n;
    __tile__ Temp(int* log, int n) : log(log), n(n) {}
    __tile__ ~Temp() { *log += n; }
};
struct Holder {
    Temp const& t;
};

extern "C" __tile_global__ void test(int n, int* out) {
    int log = 0;
    {
        Holder h{Temp(&log, n)};
        out[0] = h.t.n;
        out[1] = log;
    }
    out[2] = log;
    log = 0;
    {
        int const& part = Temp(&log, n + 1).n;
        log = part - 4;
    }
    out[3] = log;
}
