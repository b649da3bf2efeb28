// case: algorithm_sort
// spec: [alg.sorting]
// arg: i32[8] = [5, 3, 9, 1, 7, 3, 8, 2]
// arg: out i32[8]
// arg: out i32[4]
// expect: [1, 2, 3, 3, 5, 7, 8, 9]
// expect: [1, 91, 359, 24]
#include <algorithm>
#include <array>

extern "C" __tile_global__ void test(int const* in, int* out, int* more) {
    std::array<int, 8> a;
    std::copy(in, in + 8, a.begin());
    std::sort(a.begin(), a.end());
    std::copy(a.begin(), a.end(), out);
    more[0] = std::is_sorted(a.begin(), a.end());
    std::sort(a.begin(), a.end(), [](int x, int y) { return x > y; });
    more[1] = a[0] * 10 + a[7];
    int b[] = {in[0], in[1], in[2]};
    std::sort(b, b + 3);
    more[2] = b[0] * 100 + b[1] * 10 + b[2];
    more[3] = int(std::lower_bound(out, out + 8, 3) - out) * 10 + int(std::upper_bound(out, out + 8, 3) - out);
}
