// case: bit_field_width
// spec: [class.bit]
// reject: E0554 a named bit-field of width zero
struct Bits {
    int a : 0;
    int b : 2;
};

extern "C" __tile_global__ void test(int* out) {
    Bits x{};
    *out = x.b;
}
