// case: constant_bit_cast_and_casts
// spec: [bit.cast], [expr.static.cast], [expr.const]
// arg: out i32[4]
// expect: [4, 32, 1065353216, 199]
struct B { int b = 1; };
struct D : B { int d = 2; };
constexpr int down(B const& b) { return static_cast<D const&>(b).d; }
constexpr int through_void() {
    int n = 4;
    return (n, static_cast<long>(n) << 3);
}
constexpr D object;
constexpr int bits = __builtin_bit_cast(int, 1.0f);
constexpr int (*fn)(B const&) = down;

extern "C" __tile_global__ void test(int* out) {
    constexpr int a = down(object), c = fn(object);
    out[0] = a + c;
    constexpr int v = through_void();
    out[1] = v;
    out[2] = bits;
    constexpr int wrapped = static_cast<signed char>(200) + static_cast<unsigned char>(-1);
    out[3] = wrapped;
}
