// case: constrained_default_constructor
// spec: [over.match.best]/2.6 of two default constructors the more constrained one decides
// arg: out i32[1]
// expect: [2]
template <class T> struct S {
    int n;
    constexpr explicit S() : n(1) {}
    constexpr S() requires true : n(2) {}
};
constexpr int of(S<int> s) { return s.n; }
constexpr S<int> s = {};
static_assert(s.n == 2 && of({}) == 2);
extern "C" __tile_global__ void test(int* p) { *p = of({}); }
