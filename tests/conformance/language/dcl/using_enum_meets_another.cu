// case: using_enum_meets_another
// spec: [enum.udecl]/1
// reject: E0309 one name, two enumerators in one block
enum class Axis { x, y };
enum class Name { x };
extern "C" __tile_global__ void test(int* out) {
    using enum Axis;
    using enum Name;
    *out = static_cast<int>(y);
}
