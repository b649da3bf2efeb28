// case: friend_three_way_declares_equality
// spec: [class.compare.default]/4
// arg: out i32[4]
// expect: [1, 0, 1, 1]
// note: a defaulted <=> that is a friend brings an == that is one
#include <compare>
struct Box {
    int size;
    friend constexpr auto operator<=>(const Box&, const Box&) = default;
};
extern "C" __tile_global__ void test(int* out) {
    Box a{1}, b{2};
    out[0] = a < b;
    out[1] = a == b;
    out[2] = a != b;
    out[3] = b == Box{2};
}
