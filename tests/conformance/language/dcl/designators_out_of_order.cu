// case: designators_out_of_order
// spec: [dcl.init.aggr]/3.1
// reject: E0507 designators follow the order of declaration
struct P { int x, y; };

extern "C" __tile_global__ void test(int* out) {
    P p{.y = 1, .x = 2};
    *out = p.x;
}
