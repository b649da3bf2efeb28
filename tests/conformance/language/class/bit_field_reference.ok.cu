// case: bit_field_reference
// spec: [class.bit]
// accept: the same, corrected
struct Bits {
    int a : 3;
};
__tile__ void clear(int& n) { n = 0; }

extern "C" __tile_global__ void test(int* out) {
    Bits x{1};
    int a = x.a;
    clear(a);
    x.a = a;
    *out = x.a;
}
