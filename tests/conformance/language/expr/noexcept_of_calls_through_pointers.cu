// case: noexcept_of_calls_through_pointers
// spec: [expr.unary.noexcept], [except.spec]/6
// accept: a call through a pointer may throw unless the type of the pointer says no
struct Point {
    int plain(int n) { return n; }
    int silent(int n) noexcept { return n; }
};
int plain(int);
int silent(int) noexcept;

template <class F>
constexpr bool is_silent(F* f) { return noexcept(f(1)); }
template <class M, class C>
constexpr bool is_silent(M C::*f, C* c) { return noexcept((c->*f)(1)); }
constexpr void call(int (*f)(int)) noexcept(noexcept(f(1))) {}
constexpr void call_silent(int (*f)(int) noexcept) noexcept(noexcept(f(1))) {}

static_assert(!is_silent(&plain) && is_silent(&silent));
static_assert(!is_silent(&Point::plain, static_cast<Point*>(nullptr)));
static_assert(is_silent(&Point::silent, static_cast<Point*>(nullptr)));
static_assert(!noexcept(call(&silent)) && noexcept(call_silent(&silent)));

extern "C" __tile_global__ void test(int* out) {
    out[0] = 0;
}
