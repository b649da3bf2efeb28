// case: bit_field_negative_width
// spec: [class.bit]
// accept: the same, corrected
struct Bits {
    int a : 2 - 1;
    int b : 2;
};

extern "C" __tile_global__ void test(int* out) {
    Bits x{};
    *out = x.b;
}
