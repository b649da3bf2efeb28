// case: typeid_in_tile_code
// spec: [expr.typeid], tile: 1.1
// reject: E0582 no type information at run time
extern "C" __tile_global__ void test(int* out) {
    typeid(int);
    *out = 1;
}
