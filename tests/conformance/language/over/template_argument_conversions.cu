// case: template_argument_conversions
// spec: [temp.deduct.call]/4, [over.match.best]
// arg: i32 = 3
// arg: out i32[4]
// expect: [123, 45, 76, 4]
struct Base { int b = 1; };
struct Derived : Base {};
template <class T> __tile__ constexpr int f(T&) { return 1; }
template <class T> __tile__ constexpr int f(T const&) { return 2; }
template <class T> __tile__ constexpr int f(T&&) { return 3; }
template <class T> __tile__ constexpr int g(T) { return 4; }
__tile__ constexpr int g(long) { return 5; }
__tile__ constexpr int h(Base const&) { return 6; }
template <class T> __tile__ constexpr int h(T const&) { return 7; }

extern "C" __tile_global__ void test(int n, int* out) {
    int const c = n;
    out[0] = f(n) * 100 + f(c) * 10 + f(5);
    out[1] = g(n) * 10 + g(5L);
    out[2] = h(Derived()) * 10 + h(Base());
    out[3] = g<>(5L);
}
