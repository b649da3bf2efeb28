// case: bit_field_address
// spec: [class.bit]
// reject: E0509 a bit-field has no address
struct Bits {
    int a : 3;
    int b;
};

extern "C" __tile_global__ void test(int* out) {
    Bits x{1, 2};
    int* p = &x.a;
    *out = *p;
}
