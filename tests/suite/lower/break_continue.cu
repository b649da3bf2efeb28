//@ run: cpu emulator gpu
//@ arg n: i32 = 10
//@ arg out: out i32[7]
//@ expect out = 25 6 12 3 8 9 0
// `break` and `continue` belong to the innermost loop; `continue` of a `for` makes its step.
__tile_global__ void kernel(int n, int* out) {
    int odd = 0;
    for (int i = 0; i < n; ++i) {
        if (i % 2 == 0) continue;
        odd += i;
    }
    out[0] = odd;

    int below = 0;
    for (int i = 0;; ++i) {
        if (i == 4) break;
        below += i;
    }
    out[1] = below;

    // Pairs i < 3, j with i + j < 7 of j < 5, i != 1 left out after its first.
    int pairs = 0;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 5; ++j) {
            if (i + j >= 7) break;
            ++pairs;
            if (i == 1) break;
            if (j % 2) continue;
            ++pairs;
        }
        if (pairs > 100) break;
    }
    out[2] = pairs - 5;

    int steps = 0;
    int x = 17;
    while (x != 0) {
        if (x % 2 == 1) {
            --x;
            continue;
        }
        if (steps == 3) break;
        ++steps;
        x /= 2;
    }
    out[3] = steps;

    int skipped = 0;
    for (int i = 0, k = n; i < k; ++i, --k) {
        if (i == 1 || i == 3) continue;
        skipped += i;
        if (i == 4) {
            skipped += 2;
            break;
        }
    }
    out[4] = skipped;

    // A condition with an effect is evaluated once a round.
    int left = n;
    int rounds = 0;
    while (--left) {
        ++rounds;
        if (rounds < 0) break;
    }
    out[5] = rounds;

    int never = 0;
    for (int i = n; i < n; ++i) never = 1;
    out[6] = never;
}
