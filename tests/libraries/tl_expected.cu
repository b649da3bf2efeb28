// Constants of a library that users include; the values are those of g++ and clang.
#include <tl/expected.hpp>
constexpr tl::expected<int, char> f(int n) { if (n < 0) return tl::unexpected<char>('n'); return n * 2; }
static_assert(f(2).value() == 4);
static_assert(f(-1).error() == 'n');
static_assert(!f(-2));
static_assert(f(3).map([](int n) { return n + 1; }).value() == 7);
static_assert(f(-3).value_or(5) == 5);
static_assert(f(1).and_then([](int n) { return f(n); }).value() == 4);
