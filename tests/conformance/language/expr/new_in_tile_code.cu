// case: new_in_tile_code
// spec: [expr.new], tile: 1.1
// reject: E0545 tile code has no dynamic memory
extern "C" __tile_global__ void test(int* out) {
    int* p = new int(3);
    *out = *p;
}
