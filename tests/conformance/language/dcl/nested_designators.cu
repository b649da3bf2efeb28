// case: nested_designators
// spec: [dcl.init.list]/3.1
// reject: E0507 a designator names a direct member
struct P { int x, y; };
struct Q { P p; };

extern "C" __tile_global__ void test(int* out) {
    Q q{.p.x = 1};
    *out = q.p.x;
}
