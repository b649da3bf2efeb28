// case: destructor_array
// spec: [class.dtor], [dcl.init.aggr]
// arg: i32 = 3
// arg: out i32[3]
// expect: [321, 4321, 6]
// note: the elements of an array are destroyed in reverse order.
struct Log {
    int value = 0;
};
struct Entry {
    Log& log;
    int digit;
    __tile__ ~Entry() { log.value = log.value * 10 + digit; }
};
struct Pack {
    Entry all[2];
    Entry last;
    Entry more;
};

extern "C" __tile_global__ void test(int n, int* out) {
    Log a;
    {
        Entry list[3] = {{a, 1}, {a, 2}, {a, n}};
    }
    out[0] = a.value;
    Log b;
    {
        Pack pack = {{{b, 1}, {b, 2}}, {b, n}, {b, n + 1}};
    }
    out[1] = b.value;
    Log c;
    for (int i = 0; i < n; ++i) Entry{c, 0}.log.value = i;
    out[2] = c.value == 20 ? 6 : c.value;
}
