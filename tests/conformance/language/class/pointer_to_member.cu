// case: pointer_to_member
// spec: [expr.mptr.oper], [class.mem.general]
// arg: i32 = 4
// arg: out i32[3]
// expect: [4, 9, 12]
struct Point {
    int x, y;
    __tile__ int scaled(int k) const { return x * k; }
};
template <int Point::*M>
__tile__ int read(Point const& p) {
    return p.*M;
}

extern "C" __tile_global__ void test(int n, int* out) {
    Point p{n, 9};
    out[0] = read<&Point::x>(p);
    constexpr int Point::*y = &Point::y;
    Point* q = &p;
    out[1] = q->*y;
    constexpr int (Point::*f)(int) const = &Point::scaled;
    out[2] = (p.*f)(3);
}
