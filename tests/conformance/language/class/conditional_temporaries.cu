// case: conditional_temporaries
// spec: [class.temporary], [intro.execution]
// arg: i32[2] = [0, 1]
// arg: out i32[8]
// expect: [0, 0, 7, 71, 0, 7, 0, 123]
// note: a temporary of an operand that is evaluated lives to the end of the full-expression.
struct Temp {
    int& log;
    int n;
    __tile__ Temp(int& log, int n) : log(log), n(n) {}
    __tile__ ~Temp() { log = log * 10 + n; }
    __tile__ int get() const { return n; }
};
__tile__ int seen(int, int const& log) { return log; }

extern "C" __tile_global__ void test(int* in, int* out) {
    for (int k = 0; k < 2; ++k) {
        int log = 0;
        int during = (in[k] ? seen(Temp(log, 7).get(), log) : 0) + log;
        out[k] = during;
        int both = 0;
        bool value = (in[k] && Temp(both, 1).get() > 0, Temp(both, 7).get() > 0);
        out[2 + k] = both;
        out[4 + k] = log;
        int nested = 0;
        if (in[k] && Temp(nested, 3).get() == 3 && (Temp(nested, 2).get() > 5 || Temp(nested, 1).get() == 1)) {
            out[6 + k] = nested;
        } else {
            out[6 + k] = nested;
        }
    }
}
