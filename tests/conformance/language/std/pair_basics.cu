// case: pair_basics
// spec: [pairs.pair]
// arg: i32 = 3
// arg: out i32[7]
// expect: [6, 11, 9, 46, 10, 5, 0]
#include <utility>

extern "C" __tile_global__ void test(int n, int* out) {
    std::pair<int, float> p(n, 1.5f);
    std::pair q{n, 2.0};
    std::pair<long, double> r = p;
    out[0] = p.first + int(p.second * 2);
    out[1] = sizeof(q.second) + q.first;
    out[2] = int(r.first) + int(r.second * 4);
    auto [a, b] = std::make_pair(n + 1, n * 2);
    out[3] = a * 10 + b;
    std::get<0>(p) = 9;
    out[4] = std::get<int>(p) + int(std::get<float>(p));
    r = q;
    out[5] = int(r.second) + int(r.first);
    std::pair<int, int> s;
    out[6] = s.first + s.second;
}
