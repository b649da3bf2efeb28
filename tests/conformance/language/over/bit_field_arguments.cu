// case: bit_field_arguments
// spec: [over.ics.ref]/4, [dcl.init.ref]/5
// arg: i32 = 5
// arg: out i32[3]
// expect: [15, 2, 4]
struct Bits {
    unsigned low : 3;
    int high : 29;
};
__tile__ int f(unsigned const& u) { return static_cast<int>(u) + 10; }
__tile__ int g(int) { return 1; }
__tile__ int g(unsigned) { return 2; }
__tile__ int h(int const&) { return 3; }
__tile__ int h(unsigned const&) { return 4; }

extern "C" __tile_global__ void test(int n, int* out) {
    Bits b{static_cast<unsigned>(n), n};
    out[0] = f(b.low);
    out[1] = g(b.low);  // the type of the bit-field is unsigned
    out[2] = h(b.low);
}
