// case: noexcept_operator
// spec: [expr.unary.noexcept]
// arg: out i32[1]
// expect: [1]
__tile__ void may();
__tile__ void never() noexcept;
template <bool B> __tile__ void cond() noexcept(B);
struct S {
    __tile__ S() noexcept {}
    __tile__ S(int) {}
    __tile__ int f() const noexcept { return 1; }
};
static_assert(!noexcept(may()));
static_assert(noexcept(never()));
static_assert(noexcept(cond<true>()) && !noexcept(cond<false>()));
static_assert(noexcept(S()) && !noexcept(S(1)));
static_assert(noexcept(S().f()));
static_assert(noexcept(1 + 2) && !noexcept(may(), 1));
static_assert(!noexcept(true ? may() : never()));

extern "C" __tile_global__ void test(int* out) { *out = 1; }
