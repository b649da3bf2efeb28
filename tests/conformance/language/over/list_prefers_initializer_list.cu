// case: list_prefers_initializer_list
// spec: [over.match.list]/1, [over.ics.rank]/3.1
// arg: i32 = 2
// arg: out i32[6]
// expect: [12, 2, 1, 1, 11, 3]
#include <initializer_list>
struct V {
    int kind;
    __tile__ V() : kind(1) {}
    __tile__ V(int, int) : kind(2) {}
    __tile__ V(std::initializer_list<int> list) : kind(10 + static_cast<int>(list.size())) {}
};
__tile__ int f(std::initializer_list<int>) { return 3; }
__tile__ int f(V) { return 4; }
__tile__ int f(int) { return 5; }

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = V{n, n}.kind;
    out[1] = V(n, n).kind;
    out[2] = V{}.kind;    // the default constructor
    out[3] = V({}).kind != 0;
    out[4] = V{n}.kind;
    out[5] = f({n, n, n});
}
