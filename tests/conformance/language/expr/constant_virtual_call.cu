// case: constant_virtual_call
// spec: [expr.const]/5, [class.virtual]
// arg: out i32[2]
// expect: [5100, 25]
struct Shape {
    constexpr virtual int area() const { return 1; }
    constexpr int twice() const { return 2 * area(); }
};
struct Square : Shape {
    int s;
    constexpr Square(int v) : s(v) {}
    constexpr int area() const override { return s * s; }
};
struct Tall : Square {
    constexpr Tall(int v) : Square(v) {}
    constexpr int area() const override { return Square::area() * 10; }
};
constexpr int total() {
    Shape base;
    Square square(3);
    Tall tall(2);
    Shape const* all[3] = {&base, &square, &tall};
    int sum = 0;
    for (Shape const* s : all) sum += s->area() * 100 + s->twice();
    return sum;
}

extern "C" __tile_global__ void test(int* out) {
    constexpr int n = total();
    out[0] = n;
    static constexpr Square s(5);
    constexpr Shape const& r = s;
    constexpr int a = r.area();
    out[1] = a;
}
