// case: compare_defaulted_spaceship
// spec: [class.spaceship]
// arg: i32 = 2
// arg: out i32[5]
// expect: [13, 3, 1, 1, 1]
#include <compare>

struct Version {
    int major;
    float minor;
    auto operator<=>(Version const&) const = default;
};
struct Name {
    int id;
    __tile__ constexpr std::weak_ordering operator<=>(Name o) const { return id / 10 <=> o.id / 10; }
    __tile__ constexpr bool operator==(Name o) const { return id / 10 == o.id / 10; }
};
struct Both {
    Name name;
    int n;
    auto operator<=>(Both const&) const = default;
};
extern "C" __tile_global__ void test(int n, int* out) {
    Version a{n, 1.5f}, b{2, 2.5f};
    out[0] = (a < b) + (a == b) * 2 + (a <= b) * 4 + (b > a) * 8;
    static_assert(__is_same(decltype(a <=> b), std::partial_ordering));
    Both x{{n + 10}, 1}, y{{15}, 1};
    static_assert(__is_same(decltype(x <=> y), std::weak_ordering));
    out[1] = (x == y) + (x <= y) * 2 + (x < y) * 4;
    out[2] = (Both{{n}, 5} < x);
    out[3] = Name{11} < Name{n * 10};
    out[4] = (x <=> y) == 0;
}
