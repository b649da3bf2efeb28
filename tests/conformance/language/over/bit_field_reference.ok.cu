// case: bit_field_reference
// spec: [dcl.init.ref]/5
// accept: a reference to const binds to a copy
struct Bits {
    unsigned low : 3;
};

extern "C" __tile_global__ void test(int* out) {
    Bits b{1};
    unsigned const& r = b.low;
    *out = static_cast<int>(r);
}
