// case: binding_two_exprs
// spec: [dcl.struct.bind]/1
// reject: E0318 `auto` must be deduced from exactly one value
extern "C" __tile_global__ void test(int *p) {
    int r[2] = {};
    auto [x, y](r, r);
    p[0] = x;
}
