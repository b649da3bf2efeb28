//@ run: cpu emulator gpu
//@ arg c: i32 = 1
//@ arg out: out i32[12]
//@ expect out = 7 2 9 11 5 3 4 1 10 20 8 -6
// [expr.cond], [expr.log.and]: one operand is evaluated, and if both are lvalues the result is one.
struct Pair {
    int a, b;
};

__tile__ int count(int& n, int result) {
    ++n;
    return result;
}

__tile_global__ void kernel(int c, int* out) {
    int x = 1, y = 2;
    (c ? x : y) = 7;
    out[0] = x;
    out[1] = y;
    int& r = c == 0 ? x : y;
    r = 9;
    out[2] = y;
    int* p = c ? &x : &y;
    *p += 4;
    out[3] = x;

    // Calls that must not happen are not counted.
    int calls = 0;
    int five = c ? count(calls, 5) : count(calls, 6);
    out[4] = five;
    bool first = c || count(calls, 1);
    bool second = !c && count(calls, 1);
    bool third = c && count(calls, 0);
    bool fourth = !c || count(calls, 1);
    out[5] = calls;
    out[6] = (first ? 1 : 0) + (second ? 10 : 0) + (third ? 100 : 0) + (fourth ? 3 : 0);

    // Chosen in a loop, so that the choice is not known.
    Pair pairs[2] = {{1, 2}, {3, 4}};
    for (int i = 0; i < 2; ++i) {
        Pair& pair = i == c ? pairs[0] : pairs[1];
        int& field = i == c ? pair.a : pair.b;
        field *= 10;
        pair.b += i == 0 ? -20 : 0;
    }
    out[7] = pairs[0].b - 1;
    out[8] = pairs[0].a;
    out[9] = pairs[1].b;
    Pair copy = c ? Pair{8, 1} : pairs[1];
    out[10] = copy.a;
    out[11] = c ? -(c + 5) : 0;
}
