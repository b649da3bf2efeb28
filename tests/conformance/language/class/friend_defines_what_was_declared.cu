// case: friend_defines_what_was_declared
// spec: [class.friend]/6, [class.friend]/7
// arg: out i32[4]
// expect: [1, 0, 7, 12]
// note: the declaration in the namespace and the friend are one function, not two that are equally good

struct Point;
__tile__ bool operator==(const Point&, const Point&);
__tile__ int sum(const Point&);
constexpr int scaled(const Point&, int = 4);

struct Point {
    int x, y;
    friend __tile__ bool operator==(const Point& a, const Point& b) = default;
    friend __tile__ int sum(const Point& p) { return p.x + p.y; }
    friend constexpr int scaled(const Point& p, int by) { return p.x * by; }
};

extern "C" __tile_global__ void test(int* out) {
    Point a{3, 4}, b{3, 4}, c{4, 3};
    out[0] = a == b;
    out[1] = a == c;
    out[2] = sum(c);
    out[3] = scaled(a);
}
