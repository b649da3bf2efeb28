// case: goto_loops_and_switch
// spec: [stmt.jump] goto, break, continue and return through loops and switches of each other
// arg: out i32[24]
// arg: i32 = 1
// expect: [50603, 111904, 153111, 139006, 55406, 62507, 153111, 71311, 71311, 116311, 90015, 88019, 77917, 71317, 120517, 680, 61819, 824, 656, 159, 22, 18, 9, 31725]
#include "cuda_tile.h"

__tile__ inline int run(int n, int one) {
    int trace = 0, budget = 40;
again:
    for (int i = 0; i < 6; ++i) {
        if (--budget < 0) return trace + 100000;
        switch ((n + i) % 5) {
        case 0:
            trace = trace * 2 + 1;
            continue;
        case 1:
            for (int j = 0;; ++j) {
                trace += j;
                if (j == n % 3) break;
                if (trace > 900) goto out;
                if (j > 3) goto next;
            }
            break;
        case 2:
            n += one;
            if (n % 4 == 0) goto again;
            break;
        case 3:
            while (true) {
                if (--budget < 0) return -trace;
                trace += 3;
                if (trace % 4 == 0) continue;
                if (trace % 5 == 0) goto again;
                goto inner;
            }
        default:
            if (n > 20) return trace;
        }
        trace += 7;
    next:
        trace += 2;
        if (trace % 11 == 3) break;
    }
    do {
        trace += 50;
        if (trace > 500) goto out;
    inner:
        trace += 11;
        if (trace % 3 == 0) goto again;
    } while (trace < 300);
    n += 2;
    if (n < 25) goto again;
out:
    return trace * 100 + n;
}

extern "C" __tile_global__ void test(int* out, int one) {
    for (int i = 0; i < 24; ++i) out[i] = run(i, one);
}
