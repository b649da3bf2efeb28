// case: specifiers_in_any_order
// spec: [dcl.spec]
// arg: out i32[5]
// arg: i32 = -2
// expect: [-2, 8, 8, 2, 1]

int typedef constexpr_unrelated;
long unsigned int typedef Word;
int constexpr static inline four = 4;
__tile__ constexpr int inline twice(int x) { return 2 * x; }

extern "C" __tile_global__ void test(int* out, int n) {
    constexpr_unrelated const x = n;
    long const int long wide = four + 4;
    out[0] = x;
    out[1] = static_cast<int>(wide);
    out[2] = sizeof(Word);
    out[3] = static_cast<int short>(twice(1));
    char unsigned low = 257 & 255;
    out[4] = low;
}
