//@ check
// [basic.lookup]: scopes, using, arguments' namespaces, hidden friends.
namespace outer {
constexpr int x = 1;
namespace inner {
constexpr int y = x + 1;
constexpr int x = 10;
constexpr int z = x;
}
inline namespace v1 { constexpr int versioned = 3; }
}
static_assert(outer::inner::y == 2 && outer::inner::z == 10 && outer::versioned == 3);
namespace alias = outer::inner;
using outer::inner::z;
static_assert(alias::y == 2 && z == 10);

namespace geometry {
struct Point {
    int x;
    friend constexpr int hidden(Point p) { return p.x + 1; }
};
constexpr int norm(Point p) { return p.x * p.x; }
}
static_assert(norm(geometry::Point{3}) == 9 && hidden(geometry::Point{3}) == 4);

struct Base {
    static constexpr int value = 1;
    constexpr int f(int) const { return 1; }
};
struct Derived : Base {
    static constexpr int value = 2;
    using Base::f;
    constexpr int f(char) const { return 2; }
};
static_assert(Derived::value == 2 && Derived::Base::value == 1);
static_assert(Derived{}.f(1) == 1 && Derived{}.f('a') == 2);

// The class is complete in the bodies of its members.
struct Late {
    static constexpr int first() { return second(); }
    static constexpr int second() { return 5; }
};
static_assert(Late::first() == 5);

constexpr int shadow(int n) {
    int m = n;
    {
        int n = m + 1;
        m = n;
    }
    return m * 10 + n;
}
static_assert(shadow(1) == 21);
