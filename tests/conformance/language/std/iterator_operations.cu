// case: iterator_operations
// spec: [iterator.operations], [iterator.range]
// arg: i32 = 2
// arg: out i32[6]
// expect: [134, 553, 54321, 543, 6, 6]
#include <iterator>

extern "C" __tile_global__ void test(int n, int* out) {
    int a[] = {1, 2, 3, 4, 5};
    auto it = std::begin(a);
    std::advance(it, n);
    out[0] = *it * 10 + *std::next(it) + *std::prev(it, n) * 100;
    out[1] = int(std::distance(it, std::end(a))) + int(std::size(a)) * 10 + int(std::ssize(a)) * 100;
    int digits = 0;
    for (auto r = std::rbegin(a); r != std::rend(a); ++r) digits = digits * 10 + *r;
    out[2] = digits;
    auto r = std::make_reverse_iterator(std::end(a));
    out[3] = r[1] * 10 + *(r + n) + int(std::rend(a) - r) * 100;
    out[4] = std::empty(a) + (r < std::rend(a)) * 2 + *std::data(a) * 4;
    static_assert(__is_same(std::iterator_traits<int const*>::value_type, int) && __is_same(std::iter_reference_t<int*>, int&));
    out[5] = *(r.base() - 1) + int(std::begin(a) == r.base() - 5);
}
