// case: member_of_standard_array
// spec: [expr.add]
// ub: rule 12: the element is behind the end of its array
// arg: out i32[1]
// arg: i32 = 2
#include <array>

struct S {
    std::array<int, 2> a, b;
};

extern "C" __tile_global__ void test(int* o, int n) {
    S s = {{1, 2}, {3, n}};
    o[0] = s.a[n];
}
