// case: virtual_calls
// spec: [class.virtual]
// arg: i32 = 3
// arg: out i32[6]
// expect: [9, 6, 12, 3, 109, 18]
// note: a call on an object of known class reaches the final overrider, also through bases.
struct Shape {
    int n;
    __tile__ explicit Shape(int n) : n(n) {}
    __tile__ virtual int area() const = 0;
    __tile__ virtual int sides() const { return 0; }
    __tile__ int twice() const { return 2 * area(); }
};
struct Square : Shape {
    using Shape::Shape;
    __tile__ int area() const override { return n * n; }
    __tile__ int sides() const override { return 4; }
};
struct Line : Shape {
    using Shape::Shape;
    __tile__ int area() const final { return 2 * n; }
};
struct Big final : Square {
    using Square::Square;
    __tile__ int area() const override { return Square::area() + 100; }
};
__tile__ int measure(Shape const& s) { return s.area(); }

extern "C" __tile_global__ void test(int n, int* out) {
    Square square(n);
    Line line(n);
    Big big(n);
    out[0] = measure(square);
    out[1] = measure(line);
    Shape* s = &line;
    out[2] = s->twice() + s->sides();
    Shape& r = square;
    out[3] = r.sides() - 1;
    s = &big;
    out[4] = s->area();
    out[5] = square.twice();
}
