// case: destructor_temporary
// spec: [class.temporary]
// arg: i32 = 5
// arg: out i32[5]
// expect: [5, 1, 12, 2, 21]
// note: a temporary dies at the end of its full-expression, in reverse order of construction;
//       one bound to a reference lives as long as the reference.
struct Log {
    int value = 0;
};
struct Temp {
    Log& log;
    int digit;
    __tile__ Temp(Log& log, int digit) : log(log), digit(digit) {}
    __tile__ ~Temp() { log.value = log.value * 10 + digit; }
    __tile__ int seen() const { return log.value; }
};
__tile__ int both(Temp const& a, Temp const& b) { return a.seen() + b.seen(); }
__tile__ Temp make(Log& log, int digit) { return Temp(log, digit); }

extern "C" __tile_global__ void test(int n, int* out) {
    Log a;
    int during = Temp(a, n).seen();
    out[0] = a.value + during;
    Log b;
    {
        Temp const& kept = make(b, 1);
        out[1] = kept.seen() == 0;
    }
    b.value = b.value * 10 + 2;
    out[2] = b.value;
    Log c;
    out[3] = both(make(c, n), make(c, n + 1)) + 2;
    Log d;
    make(d, 2), make(d, 1);
    out[4] = d.value == 12 ? 21 : 33;
}
