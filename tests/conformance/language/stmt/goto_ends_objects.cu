// case: goto_ends_objects
// spec: [stmt.jump.general]/2 a jump back to in front of a declaration ends the object
// arg: out u32[8]
// arg: u32 = 3
// expect: [18128678, 18128678, 3211108854, 2666083806, 2404669894, 1095523758, 3324797334, 2913756542]
#include "cuda_tile.h"

struct Log {
    unsigned* at;
    unsigned id;
    __tile__ Log(unsigned* at, unsigned id) : at(at), id(id) { *at = *at * 10 + id; }
    __tile__ ~Log() { *at = *at * 10 + 9 - id; }
};

__tile__ inline unsigned run(unsigned n) {
    unsigned log = 0, k = 0;
    {
    one:
        ++k;
        Log a(&log, 1);
        if (k == 1) goto one;
    two:
        ++k;
        Log b(&log, 2);
        const unsigned& twice = b.id + k;
        if (k == n) goto two;
    three:
        Log c(&log, 3);
        if (k == n + 1) goto one;
        if (++k < n) goto three;
        log += twice;
        if (k < n + 2) goto two;
        if (k == n + 3) goto end;
    four:
        if (++k < n + 5) goto four;
    end:
        ;
    }
    return log;
}

extern "C" __tile_global__ void test(unsigned* out, unsigned n) {
    for (unsigned i = 0; i < 8; ++i) out[i] = run(i + n - 3);
}
