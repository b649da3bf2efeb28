// case: too_many_initializers
// spec: [dcl.init.aggr]/8
// reject: E0505 three elements for two members
struct P { int x, y; };

extern "C" __tile_global__ void test(int* out) {
    P p = {1, 2, 3};
    *out = p.x;
}
