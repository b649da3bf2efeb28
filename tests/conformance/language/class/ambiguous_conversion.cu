// case: ambiguous_conversion
// spec: [class.conv]
// reject: E0501 two conversion functions are equally good
struct Both {
    __tile__ operator int() const { return 1; }
    __tile__ operator long() const { return 2; }
};

extern "C" __tile_global__ void test(int* out) {
    float f = Both();
    *out = static_cast<int>(f);
}
