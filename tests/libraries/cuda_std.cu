// Constants of a library that users include; the values are those of g++ and clang.
#include <cuda/std/mdspan>
#include <cuda/std/array>
#include <cuda/std/tuple>
#include <cuda/std/optional>
#include <cuda/std/span>
constexpr int sum() { int a[6] = {1, 2, 3, 4, 5, 6}; cuda::std::mdspan<int, cuda::std::extents<int, 2, 3>> m(a); int s = 0; for (int i = 0; i < m.extent(0); ++i) for (int j = 0; j < m.extent(1); ++j) s += m(i, j) * (i + 1); return s; }
static_assert(sum() == 6 + 2 * 15);
constexpr cuda::std::layout_left::mapping<cuda::std::extents<int, 4, 5>> l;
static_assert(l(1, 2) == 9 && l.required_span_size() == 20);
static_assert(cuda::std::get<1>(cuda::std::make_tuple(1, 'c')) == 'c');
constexpr cuda::std::optional<int> o{3};
static_assert(*o == 3 && o.value_or(4) == 3);
