// case: casts
// spec: [expr.static.cast], [expr.reinterpret.cast], [bit.cast]
// arg: f32 = -2.75
// arg: out i32[5]
// expect: [-2, 1, 254, 2, 7]
struct Base {
    int n = 7;
};
struct Derived : Base {};
enum class Level : char { low = 2 };

extern "C" __tile_global__ void test(float x, int* out) {
    out[0] = static_cast<int>(x);
    out[1] = static_cast<bool>(x);
    out[2] = static_cast<unsigned char>(static_cast<int>(x));
    out[3] = static_cast<int>(Level::low);
    Derived d;
    Base& b = d;
    out[4] = static_cast<Derived&>(b).n;
}
