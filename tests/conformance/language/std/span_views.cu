// case: span_views
// spec: [span.overview], [span.sub]
// arg: i32[6] = [1, 2, 3, 4, 5, 6]
// arg: i32 = 2
// arg: out i32[6]
// expect: [621, 5113, 54, 210, 2416, 52]
#include <span>
#include <array>

template <class T>
__tile__ constexpr int sum(std::span<T const> s) {
    int r = 0;
    for (T x : s) r += x;
    return r;
}
extern "C" __tile_global__ void test(int const* p, int n, int* out) {
    std::span<int const> s(p, 6);
    out[0] = sum(s) + int(s.size()) * 100;
    out[1] = sum(s.first(n)) + sum(s.last(n)) * 10 + sum(s.subspan(1, n)) * 1000;
    int a[] = {n, n + 1, n + 2};
    std::span t(a);
    static_assert(t.extent == 3 && sizeof(std::span<int, 3>) == sizeof(int*));
    t[1] = 50;
    out[2] = a[1] + t.back();
    std::array<int, 4> b{1, 2, 3, 4};
    out[3] = sum<int>(b) + int(std::span(b).subspan<1, 2>().size()) * 100;
    out[4] = *s.rbegin() + s.front() * 10 + s.empty() + int(s.size_bytes()) * 100;
    out[5] = sum<int>(t.first<2>());
}
