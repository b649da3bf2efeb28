// case: noexcept_member_function_pointer
// spec: [except.spec]/1
// accept: the static assertions hold
struct S {
    int f() noexcept;
    int g();
};
static_assert(!__is_same(decltype(&S::f), decltype(&S::g)));
int (S::*p)() = &S::f;
template <class C, class R> constexpr int n(R (C::*)()) { return 1; }
template <class C, class R> constexpr int n(R (C::*)() noexcept) { return 2; }
static_assert(n(&S::f) == 2 && n(&S::g) == 1);
extern "C" __tile_global__ void test(int *p) {}
