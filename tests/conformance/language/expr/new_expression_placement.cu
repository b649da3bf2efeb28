// case: new_expression_placement
// spec: [expr.new], tile: 1.1
// reject: E0582 delete is as impossible as new
extern "C" __tile_global__ void test(int* out) {
    delete out;
    *out = 1;
}
