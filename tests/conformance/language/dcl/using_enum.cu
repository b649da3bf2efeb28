// case: using_enum
// spec: [enum.udecl]
// arg: out i32[3]
// arg: i32 = 1
// expect: [0, 7, 21]

enum class Color : unsigned char { red, green = 7, blue };
struct Palette {
    using enum Color;
    static constexpr Color best = blue;
};
namespace shades { enum class Grey { dark = 20, light }; }

extern "C" __tile_global__ void test(int* out, int n) {
    using enum shades::Grey;
    out[0] = static_cast<int>(Palette::red);
    out[1] = n == 1 ? static_cast<int>(Palette::green) : 0;
    out[2] = static_cast<int>(light);
}
