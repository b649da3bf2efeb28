// case: goto_many_labels
// spec: [stmt.goto] many labels that jump to each other both ways
// arg: out u32[4]
// arg: u32 = 7
// expect: [2439107916, 61, 3010855661, 7]
#include "cuda_tile.h"

extern "C" __tile_global__ void test(unsigned* out, unsigned n) {
    unsigned x = n, k = 0, trace = 0;
a:  x = x * 3 + 1; trace = trace * 7 + 1; if (++k > 60) goto done; if (x & 1) goto e; if (x % 3 == 0) goto h;
b:  x = x * 5 + 2; trace = trace * 7 + 2; if (++k > 60) goto done; if (x & 2) goto a; if (x % 5 == 0) goto g;
c:  x = x * 7 + 3; trace = trace * 7 + 3; if (++k > 60) goto done; if (x & 4) goto f; if (x % 7 == 1) goto b;
d:  x = x * 9 + 4; trace = trace * 7 + 4; if (++k > 60) goto done; if (x & 8) goto h; if (x % 4 == 2) goto d;
e:  x = x * 3 + 5; trace = trace * 7 + 5; if (++k > 60) goto done; if (x & 1) goto c; if (x % 3 == 1) goto a;
f:  x = x * 5 + 6; trace = trace * 7 + 6; if (++k > 60) goto done; if (x & 2) goto b; if (x % 5 == 3) goto c;
g:  x = x * 7 + 7; trace = trace * 7 + 7; if (++k > 60) goto done; if (x & 4) goto e; if (x % 7 == 4) goto f;
h:  x = x * 9 + 8; trace = trace * 7 + 8; if (++k > 60) goto done; if (x & 8) goto d;
    goto g;
done:
    out[0] = x; out[1] = k; out[2] = trace; out[3] = n;
}
