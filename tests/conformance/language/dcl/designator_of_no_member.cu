// case: designator_of_no_member
// spec: [dcl.init.list]/3.1
// reject: E0507 no member has the name
struct P { int x, y; };

extern "C" __tile_global__ void test(int* out) {
    P p{.w = 1};
    *out = p.x;
}
