// case: bit_field_negative_width
// spec: [class.bit]
// reject: E0554 a negative width
struct Bits {
    int a : 1 - 2;
    int b : 2;
};

extern "C" __tile_global__ void test(int* out) {
    Bits x{};
    *out = x.b;
}
