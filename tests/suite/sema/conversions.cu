//@ check
// [conv], [expr.arith.conv]: promotions and the usual arithmetic conversions.
template <class A, class B> constexpr bool same = false;
template <class A> constexpr bool same<A, A> = true;

static_assert(same<decltype('a' + 'b'), int> && same<decltype(true + true), int>);
static_assert(same<decltype(+static_cast<unsigned short>(1)), int>);
static_assert(same<decltype(1 + 1u), unsigned> && same<decltype(1L + 1u), long>);
static_assert(same<decltype(1LL + 1ul), unsigned long long>);
static_assert(same<decltype(1 + 1.0f), float> && same<decltype(1.0f + 1.0), double>);
static_assert(same<decltype(1 << 1L), int> && same<decltype(1 == 1L), bool>);
static_assert(same<decltype(true ? 1 : 1.0), double> && same<decltype(true ? 'a' : 'b'), char>);

static_assert(-1 > 0u && -1 / 2u == 2147483647u && static_cast<unsigned char>(-1) == 255);
static_assert(static_cast<signed char>(200) == -56 && static_cast<int>(-1.9) == -1);
static_assert(static_cast<bool>(0.5) && !static_cast<bool>(0.0) && static_cast<bool>(-1));
static_assert(-7 / 2 == -3 && -7 % 2 == -1 && -7 >> 1 == -4 && (1u << 31) == 2147483648u);

enum Plain { first = 3 };
enum class Scoped : unsigned char { first = 3 };
static_assert(first + 1 == 4 && static_cast<int>(Scoped::first) == 3);
static_assert(sizeof(Scoped) == 1 && same<decltype(+first), int>);
