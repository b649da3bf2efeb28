// case: initializer_list_loops
// spec: [support.initlist]
// arg: i32 = 3
// arg: out i32[3]
// expect: [3014, 20082, 33]
#include <initializer_list>

__tile__ constexpr int sum(std::initializer_list<int> list) {
    int s = int(list.size()) * 1000;
    for (int x : list) s += x;
    return s;
}
struct Bag {
    int total;
    __tile__ constexpr Bag(std::initializer_list<int> list) : total(sum(list)) {}
    __tile__ constexpr Bag(int a, int b) : total(a * b) {}
};
extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = sum({n, n + 1, 7}) + sum({});
    out[1] = Bag{n, 4}.total * 10 + Bag(n, 4).total;
    std::initializer_list<int> list = {n, 2, 3};
    out[2] = *list.begin() + int(std::end(list) - std::begin(list)) * 10;
}
