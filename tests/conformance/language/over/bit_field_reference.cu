// case: bit_field_reference
// spec: [dcl.init.ref]/5
// reject: E0503 a reference to non-const does not bind to a bit-field
struct Bits {
    unsigned low : 3;
};

extern "C" __tile_global__ void test(int* out) {
    Bits b{1};
    unsigned& r = b.low;
    *out = static_cast<int>(r);
}
