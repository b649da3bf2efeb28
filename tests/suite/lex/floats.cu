//@ check
// [lex.fcon].
template <class A, class B> constexpr bool same = false;
template <class A> constexpr bool same<A, A> = true;

static_assert(same<decltype(1.0), double> && same<decltype(1e3), double>);
static_assert(same<decltype(1.f), float> && same<decltype(.5F), float>);
static_assert(1e3 == 1000 && .5e1 == 5 && 1. == 1 && 1'0.2'5 == 10.25 && 08.5 == 8.5);
static_assert(0x1p-1 == 0.5 && 0x1.8p3 == 12 && 0x.8p0f == 0.5f && 0xAp0 == 10);
// The nearest values: a float literal is rounded once.
static_assert(0.1f != 0.1 && 16777217.0f == 16777216.0f && 1e-46f == 0);
