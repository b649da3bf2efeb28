// case: bit_field_type
// spec: [class.bit]
// accept: the same, corrected
struct Bits {
    unsigned a : 3;
    int b : 2;
};

extern "C" __tile_global__ void test(int* out) {
    Bits x{};
    *out = x.b;
}
