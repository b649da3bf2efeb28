// case: label_as_value
// spec: [expr.unary.op]
// reject: E0218 labels are not values

extern "C" __tile_global__ void test(int* out, int n) {
    const void* where = &&done;
done:
    *out = n;
}
