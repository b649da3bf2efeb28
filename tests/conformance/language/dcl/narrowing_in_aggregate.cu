// case: narrowing_in_aggregate
// spec: [dcl.init.aggr]/4.2, [dcl.init.list]/7
// reject: E0504 narrowing inside a nested list
struct P { int x; };
struct Q { P p[2]; };

extern "C" __tile_global__ void test(long n, int* out) {
    Q q = {{{1}, {n}}};
    *out = q.p[1].x;
}
