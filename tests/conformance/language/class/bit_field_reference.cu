// case: bit_field_reference
// spec: [class.bit]
// reject: E0312 a reference to non-const cannot be bound to a bit-field
struct Bits {
    int a : 3;
};
__tile__ void clear(int& n) { n = 0; }

extern "C" __tile_global__ void test(int* out) {
    Bits x{1};
    clear(x.a);
    *out = x.a;
}
