// case: range_over_braced_list
// spec: [stmt.ranged], [dcl.type.auto.deduct]/4
// arg: i32 = 3
// arg: out i32[2]
// expect: [349, 31]
#include <initializer_list>
__tile__ int sum(std::initializer_list<int> list) {
    int s = 0;
    for (int x : list) s = s * 10 + x;
    return s;
}

extern "C" __tile_global__ void test(int n, int* out) {
    int s = 0;
    for (auto x : {n, n + 1, 9}) s = s * 10 + x;
    out[0] = s;
    out[1] = sum({n, 1}) + sum({});
}
