// case: defaulted_comparisons
// spec: [class.compare], [over.match.oper]
// arg: i32 = 2
// arg: out i32[10]
// expect: [1, 1, 0, 1, 1, 1, 0, 1, 1, 1]
// note: <=> compares bases, then members in order; the other operators are rewritten to it.
#include <compare>
struct Base {
    int id;
    auto operator<=>(Base const&) const = default;
};
struct Point : Base {
    int x;
    int more[2];
    auto operator<=>(Point const&) const = default;
};
struct Only {
    int n;
    bool operator==(Only const&) const = default;
};
struct Mixed {
    int key;
    int ignored;
    __tile__ constexpr std::strong_ordering operator<=>(Mixed const& o) const { return key <=> o.key; }
    __tile__ constexpr bool operator==(Mixed const& o) const { return key == o.key; }
    __tile__ constexpr std::strong_ordering operator<=>(int k) const { return key <=> k; }
    __tile__ constexpr bool operator==(int k) const { return key == k; }
};

extern "C" __tile_global__ void test(int n, int* out) {
    Point a{{1}, n, {3, 4}}, b{{1}, n, {3, 5}}, c{{0}, 9, {9, 9}};
    out[0] = a < b;
    out[1] = a > c;
    out[2] = a == b;
    out[3] = a != b;
    out[4] = b >= a && a <= a;
    out[5] = Only{n} == Only{2};
    out[6] = Only{n} != Only{2};
    Mixed m{n, 1};
    out[7] = 1 < m && m > 1 && 3 > m;
    out[8] = 2 == m && m != 3;
    out[9] = m == Mixed{2, 7};
}
