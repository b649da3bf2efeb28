// case: enum_underlying_types
// spec: [dcl.enum]/5, [dcl.enum]/7
// arg: out i32[6]
// expect: [1, 4, 8, 4, 1, 1]
enum Fixed : unsigned char { x = 255 };
enum class Scoped { y };
enum Large { z = 0x100000000 };
enum Unsigned { w = 0xffffffff };
enum class Small : signed char { v = -1 };
template <class T, class U> constexpr bool same = false;
template <class T> constexpr bool same<T, T> = true;
extern "C" __tile_global__ void test(int* out) {
    out[0] = sizeof(Fixed);
    out[1] = sizeof(Scoped);
    out[2] = sizeof(Large);
    out[3] = sizeof(Unsigned);
    out[4] = same<__underlying_type(Small), signed char>;
    out[5] = same<__underlying_type(Scoped), int>;
}
