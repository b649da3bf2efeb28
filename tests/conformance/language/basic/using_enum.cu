// case: using_enum
// spec: [enum.udecl]/1
// arg: i32 = 2
// arg: out i32[3]
// expect: [30, 10, 20]
enum class Color { red = 10, green = 20, blue = 30 };
struct Palette { using enum Color; };
__tile__ int code(int n) {
    using enum Color;
    switch (n) { case 0: return int(red); case 1: return int(green); default: return int(blue); }
}
extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = code(n);
    out[1] = int(Palette::red);
    using Color::green;
    out[2] = int(green);
}
