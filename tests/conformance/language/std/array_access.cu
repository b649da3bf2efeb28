// case: array_access
// spec: [array.overview], [array.members]
// arg: i32 = 3
// arg: out i32[6]
// expect: [3, 7, 19, 44, 4, 6]
#include <array>

extern "C" __tile_global__ void test(int n, int* out) {
    std::array<int, 4> a{n, n * 2, 7};
    a.at(3) = a[0] + a.back();
    out[0] = a[n & 3];
    out[1] = a.front() + a.size();
    int sum = 0;
    for (int x : a) sum += x;
    out[2] = sum;
    a.fill(n + 1);
    out[3] = a[n % 4] * 10 + a.data()[1];
    out[4] = std::get<2>(a);
    std::array b{1.5, 2.5, double(n)};
    out[5] = int(b[n - 1] * 2) + b.empty();
}
