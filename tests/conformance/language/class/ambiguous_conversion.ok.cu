// case: ambiguous_conversion
// spec: [class.conv]
// accept: the same, corrected
struct Both {
    __tile__ operator int() const { return 1; }
    __tile__ operator long() const { return 2; }
};

extern "C" __tile_global__ void test(int* out) {
    float f = static_cast<int>(Both());
    *out = static_cast<int>(f);
}
