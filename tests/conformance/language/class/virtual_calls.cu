// case: virtual_calls
// spec: [class.virtual]
// arg: i32 = 3
// arg: out i32[6]
// expect: [9, 12, 3, 109, 18, 13]
// note: tile code has no virtual calls; a call on an object, and one inside a member function on its own object, reaches the final overrider.
struct Shape {
    int n;
    __tile__ explicit Shape(int n) : n(n) {}
    __tile__ virtual int area() const = 0;
    __tile__ virtual int sides() const { return 0; }
    __tile__ int twice() const { return 2 * area() + this->sides(); }
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
struct Pair {
    Square first;
    Line second[2];
};
// Nothing derives from a final class.
__tile__ int measure(Big const& s) { return s.area(); }

extern "C" __tile_global__ void test(int n, int* out) {
    Square square(n);
    Line line(n);
    Big big(n);
    Pair pair{Square(n), {Line(n), Line(n - 1)}};
    out[0] = square.area();
    out[1] = line.twice();
    out[2] = square.sides() - 1;
    out[3] = measure(big);
    out[4] = square.twice() - square.Shape::sides() - 4;
    out[5] = pair.first.area() + pair.second[n - 2].area();
}
