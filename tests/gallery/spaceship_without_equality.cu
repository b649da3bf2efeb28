#include <compare>

struct Point {
    int x, y;
    constexpr std::strong_ordering operator<=>(const Point& other) const { return x <=> other.x; }
};

__tile_global__ void compare(bool* p, int n) { p[0] = Point{n, 0} == Point{0, 0}; }

// cpp: Equality of a class that has `<=>`
// A defaulted `<=>` declares `==`, another one does not.
