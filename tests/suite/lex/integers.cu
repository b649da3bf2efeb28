//@ check
// [lex.icon]: the first type of the list in which the value fits; octal and hexadecimal literals
// also try the unsigned types.
template <class A, class B> constexpr bool same = false;
template <class A> constexpr bool same<A, A> = true;

static_assert(same<decltype(2147483647), int>);
static_assert(same<decltype(2147483648), long>);
static_assert(same<decltype(0x7fffffff), int>);
static_assert(same<decltype(0x80000000), unsigned>);
static_assert(same<decltype(0x100000000), long>);
static_assert(same<decltype(0x8000000000000000), unsigned long>);
static_assert(same<decltype(1u), unsigned> && same<decltype(4294967296u), unsigned long>);
static_assert(same<decltype(1l), long> && same<decltype(1LL), long long>);
static_assert(same<decltype(1ull), unsigned long long> && same<decltype(1LU), unsigned long>);
static_assert(1'000'000 == 1000000 && 0b1010'1010 == 170 && 0x1'F == 31);
static_assert(017 == 15 && 00 == 0 && 0XfF == 255);
