// case: old_designator
// spec: [dcl.init.aggr]
// accept: the same, corrected

struct P { int x; };
extern "C" __tile_global__ void test(int* out, int n) {
    P p = {.x = n};
    *out = p.x;
}
