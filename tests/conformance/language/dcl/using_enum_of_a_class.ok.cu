// case: using_enum_of_a_class
// spec: [enum.udecl]/1
// accept: the same, corrected
enum class Color { blue, red };
extern "C" __tile_global__ void test(int* out) {
    using enum Color;
    *out = static_cast<int>(red);
}
