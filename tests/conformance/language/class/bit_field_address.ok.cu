// case: bit_field_address
// spec: [class.bit]
// accept: the same, corrected
struct Bits {
    int a : 3;
    int b;
};

extern "C" __tile_global__ void test(int* out) {
    Bits x{1, 2};
    int* p = &x.b;
    *out = *p;
}
