// case: algorithm_find_and_count
// spec: [alg.find], [alg.count]
// arg: i32 = 4
// arg: out i32[8]
// expect: [1, 6, 3, 30, 10, 1, 2, 1]
#include <algorithm>

extern "C" __tile_global__ void test(int n, int* out) {
    int const a[] = {2, 4, 4, 6, 8, 4};
    auto odd = [](int x) { return x % 2 != 0; };
    out[0] = int(std::find(a, a + 6, n) - a);
    out[1] = int(std::find(a, a + 6, 5) - a);
    out[2] = int(std::find_if(a, a + 6, [n](int x) { return x > n; }) - a);
    out[3] = int(std::count(a, a + 6, n)) * 10 + int(std::count_if(a, a + 6, odd));
    out[4] = std::all_of(a, a + 6, odd) + std::none_of(a, a + 6, odd) * 10 + std::any_of(a, a + 6, odd) * 100;
    out[5] = int(std::adjacent_find(a, a + 6) - a);
    int const b[] = {4, 6};
    out[6] = int(std::search(a, a + 6, b, b + 2) - a);
    out[7] = int(std::find_first_of(a, a + 6, b, b + 2) - a);
}
