//@ run: cpu emulator gpu
//@ arg zero: i32 = 0
//@ arg out: out i32[5]
//@ expect out = 1 4 7 3 10
// [stmt.do]: the body runs once at least, `continue` goes to the condition, which may have effects.
__tile_global__ void kernel(int zero, int* out) {
    int once = 0;
    do ++once;
    while (zero);
    out[0] = once;

    int n = 0;
    do {
        ++n;
        if (n < 3) continue;
        if (n == 4) break;
    } while (n < 10);
    out[1] = n;

    int rounds = 0;
    int left = 7;
    do {
        ++rounds;
        if (rounds % 2) continue;
        rounds += zero;
    } while (--left);
    out[2] = rounds;

    // `continue` must not skip the condition: it would not end.
    int k = 0;
    do {
        ++k;
        continue;
    } while (k < 3);
    out[3] = k;

    int total = 0;
    int i = 0;
    do {
        int j = 0;
        do {
            total += j;
        } while (++j <= i);
    } while (++i < 4);
    out[4] = total;   // 0 + (0 + 1) + (0 + 1 + 2) + (0 + 1 + 2 + 3)
}
