// case: old_designator
// spec: [dcl.init.aggr]
// reject: E0216 `x:` is C before 1999

struct P { int x; };
extern "C" __tile_global__ void test(int* out, int n) {
    P p = {x: n};
    *out = p.x;
}
