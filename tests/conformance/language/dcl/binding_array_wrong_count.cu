// case: binding_array_wrong_count
// spec: [dcl.struct.bind]/1
// reject: E0521 2 names are given for 3 elements
extern "C" __tile_global__ void test(int *p) {
    int r[3] = {1, 2, 3};
    auto [x, y] = r;
    p[0] = x;
}
