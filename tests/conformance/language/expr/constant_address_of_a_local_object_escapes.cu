// case: constant_address_of_a_local_object_escapes
// spec: [expr.const]/11
// reject: E0570 a variable with automatic storage has no constant address
extern "C" __tile_global__ void test(int* out) {
    int n = *out;
    constexpr int* p = &n;
    *p = 1;
}
