// case: delete_in_tile_code
// spec: [expr.delete], tile: 1.1
// reject: E0545 delete is as impossible as new
extern "C" __tile_global__ void test(int* out) {
    delete out;
    *out = 1;
}
