// case: narrowing_constants
// spec: [dcl.init.list]/7
// arg: i32 = 1
// arg: out i32[2]
// expect: [276, 4]
struct F { float f; };
enum E : unsigned char { e = 5 };

extern "C" __tile_global__ void test(int n, int* out) {
    float f{1.1};             // a constant in range, exact or not
    F g = {3};                // exact both ways
    char c{65};
    unsigned u{7};
    constexpr int k = 100;
    signed char s = {k};
    short sh{'a'};
    int i{e};
    bool b{1};
    long wide{n};             // every value fits
    out[0] = c + static_cast<int>(u) + s + sh + i + b + static_cast<int>(wide);
    out[1] = static_cast<int>(f + g.f);
}
