// case: using_enum_of_a_class
// spec: [enum.udecl]/1
// reject: E0304 no enumeration
struct Color { static constexpr int red = 1; };
extern "C" __tile_global__ void test(int* out) {
    using enum Color;
    *out = 1;
}
