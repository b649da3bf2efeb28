// case: members
// spec: 2.14 Ranges
// rows: 2.14.1-1..4 2.14.2-1..12 2.14.3-1..16
// refuses: 2.14.1-1 2.14.2-1 2.14.3-1
// arg: i32 = 3
// arg: out i64[12]
// expect: [3, 11, 4, 0, 2, 3, 7, 11, 0, 1, 0, 1]
#include "cuda_tile.h"
#include <type_traits>
namespace ct = cuda::tiles;
template <class X, class Y>
constexpr bool same = std::is_same_v<X, Y>;
using Range = ct::irange<int>;
using It = Range::iterator;
static_assert(same<It, ct::irange_iterator<int>> && same<Range::const_iterator, It> && same<It::difference_type, std::int64_t> && same<It::value_type, int>);
static_assert(std::is_default_constructible_v<It> && std::is_constructible_v<It, int, int> && sizeof(It) == 2 * sizeof(int) && sizeof(Range) == 3 * sizeof(int));
using End = decltype(Range(0, 1).end());
static_assert(!same<End, It> && std::is_default_constructible_v<End> && std::is_constructible_v<End, int> && sizeof(End) == sizeof(int));
template <class T>
concept Ranges = requires { typename ct::irange<T>; };
template <class T>
concept Iterates = requires { typename ct::irange_iterator<T>; };
static_assert(Ranges<unsigned char> && !Ranges<float> && Iterates<long> && !Iterates<double>);
// The bounds and the step have a common type, as operands of the arithmetic of scalars.
static_assert(same<decltype(ct::irange(1, 2L)), ct::irange<long>> && same<decltype(ct::irange(static_cast<unsigned char>(1), short{2}, 3L)), ct::irange<long>> && same<decltype(ct::irange(short{1}, short{2})), ct::irange<short>>);
extern "C" __tile_global__ void test(int n, long long* out) {
    ct::irange range(n, 11, 4);
    out[0] = range.lower_bound();
    out[1] = range.upper_bound();
    out[2] = range.step();
    out[3] = range.empty();
    out[4] = range.size();
    auto it = range.begin();
    out[5] = *it++;
    out[6] = *it;
    out[7] = *++it;
    out[8] = it == range.begin();
    out[9] = it == range.end();
    out[10] = Range(n, n + 2).begin() == range.end();
    out[11] = ct::irange(n, n).empty() && Range(n, n - 5).size() == 0;
}
