//@ run: cpu emulator gpu
//@ arg n: i32 = 10
//@ arg out: out i32[10]
//@ expect out = 55 6 3 2 20 5 1 100 8 16
// Loops that carry several values, swap them, change their bounds, nest and depend on each other.
__tile_global__ void kernel(int n, int* out) {
    int a = 0, b = 1;
    for (int i = 0; i < n; ++i) {
        int next = a + b;
        a = b;
        b = next;
    }
    out[0] = a;

    // Greatest common divisor: both change, crosswise.
    int x = 54, y = 24;
    while (y) {
        int r = x % y;
        x = y;
        y = r;
    }
    out[1] = x;

    int p = 1, q = 2, r = 3;
    for (int i = 0; i < 2; ++i) {
        int old = p;
        p = q;
        q = r;
        r = old;
    }
    out[2] = p;
    out[3] = r;

    // The bound is read in every round.
    int limit = n;
    int rounds = 0;
    for (int i = 0; i < limit; ++i) {
        ++rounds;
        if (i == 2) limit = 20;
    }
    out[4] = rounds;

    // The counter is changed in the body.
    int turns = 0;
    for (int i = 0; i < n; ++i) {
        ++i;
        ++turns;
    }
    out[5] = turns;

    // Changed in one arm of a branch in an inner loop only.
    int flag = 0;
    int seen = 0;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            if (i == 1 && j == 1) flag = 1;
            if (flag) ++seen;
        }
    }
    out[6] = flag;
    out[7] = seen * 20;

    int bits = 0;
    for (unsigned m = 255; m; m &= m - 1) ++bits;
    out[8] = bits;
    int power = 1;
    for (int i = 4; i--;) power *= 2;
    out[9] = power;
}
