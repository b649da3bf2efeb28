// case: bit_field_type
// spec: [class.bit]
// reject: E0554 a bit-field of a type that is not an integer
struct Bits {
    float a : 3;
    int b : 2;
};

extern "C" __tile_global__ void test(int* out) {
    Bits x{};
    *out = x.b;
}
