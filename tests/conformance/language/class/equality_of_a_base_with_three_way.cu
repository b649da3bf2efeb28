// case: equality_of_a_base_with_three_way
// spec: [class.compare.default]/4, [class.member.lookup]
// arg: out i32[4]
// expect: [1, 0, 1, 1]
// note: the == that comes with a defaulted <=> is there for objects of derived classes, whichever use comes first.
#include <compare>

struct Box {
    int n;
    friend constexpr auto operator<=>(const Box&, const Box&) = default;
};
struct Crate : Box {};
struct Pair {
    int a, b;
    constexpr auto operator<=>(const Pair&) const = default;
};
struct Middle : Pair {};
struct Last : Middle {};

extern "C" __tile_global__ void test(int* out) {
    Crate a{{1}}, b{{1}}, c{{2}};
    out[0] = a == b;
    out[1] = a == c;
    Last x{{{3, 4}}}, y{{{3, 5}}};
    out[2] = x != y;
    out[3] = x == x;
}
