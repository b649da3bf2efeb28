// case: array_reverse_iterators
// spec: [array.members], [reverse.iterators]
// arg: i32 = 4
// arg: out i32[4]
// expect: [1321, 3, 4, 41]
#include <array>

extern "C" __tile_global__ void test(int n, int* out) {
    std::array<int, 4> a{1, 2, 3, n * 10};
    int number = 0;
    for (auto it = a.rbegin(); it != a.rend(); ++it) number = number * 10 + *it % 10 + (*it >= 10);
    out[0] = number;
    out[1] = *(a.crbegin() + 1);
    out[2] = int(a.rend() - a.rbegin());
    out[3] = a.rbegin()[3] + *std::prev(a.end());
}
