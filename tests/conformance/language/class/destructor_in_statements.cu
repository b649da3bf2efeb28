// case: destructor_in_statements
// spec: [stmt.if], [stmt.while], [stmt.for], [stmt.switch], [stmt.ranged]
// arg: i32 = 2
// arg: out i32[6]
// expect: [12, 334, 5555, 21, 11, 987]
// note: a variable of a condition or init-statement lives as long as its statement or round.
struct Mark {
    int* log;
    int digit;
    __tile__ Mark(int* log, int digit) : log(log), digit(digit) {}
    __tile__ ~Mark() { *log = *log * 10 + digit; }
    __tile__ explicit operator bool() const { return digit < 4; }
};
struct List {
    int* log;
    int data[2] = {1, 1};
    __tile__ explicit List(int* log) : log(log) {}
    __tile__ ~List() { *log = *log * 10 + 1; }
    __tile__ int* begin() { return data; }
    __tile__ int* end() { return data + 2; }
};
__tile__ List make(int* log) { return List(log); }

extern "C" __tile_global__ void test(int n, int* out) {
    int log = 0;
    if (Mark m(&log, n); n > 0) {
        Mark inner(&log, 1);
    }
    out[0] = log;
    log = 0;
    for (int i = 0; Mark m{&log, 3 + i / 2}; ++i) {
        if (i == n) break;
    }
    out[1] = log;
    log = 0;
    for (int i = 0; i < 4; ++i) {
        Mark m(&log, 5);
        if (i == n) continue;
    }
    out[2] = log;
    log = 0;
    switch (Mark m(&log, 1); n) {
        case 2: {
            Mark inner(&log, 2);
            break;
        }
        default: Mark other(&log, 9);
    }
    out[3] = log;
    log = 0;
    for (int x : make(&log)) log += x * 5;
    out[4] = log == 101 ? 11 : log;
    log = 0;
    {
        Mark a(&log, 7), b(&log, 8), c(&log, 9);
    }
    out[5] = log;
}
