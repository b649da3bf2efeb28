// case: adl_sees_what_is_declared_before
// spec: [basic.lookup.argdep]/3, [temp.point]/7
// arg: out i32[5]
// expect: [1, 3, 3, 3, 2]
// A function that is declared behind another is not found by its calls; the calls in a template find it.
struct B {
    int n;
    constexpr int operator-() const { return n; }
    constexpr int operator+(int) const { return n; }
};
struct J : B {};
constexpr int adl(const B&) { return 1; }
constexpr int f() { return adl(J{3}); }
constexpr int g() { return -J{3}; }
constexpr int h() { return J{3} + 1; }
constexpr int k() { return J{3} + 1l; }
template <class T> constexpr int in_template(T t) { return adl(t); }
constexpr int adl(const J&) { return 2; }
template <class T> constexpr int operator-(const T&) { return 100; }
constexpr int operator+(const J&, int) { return 100; }
template <class T> constexpr int operator+(const T&, long) { return 100; }
static_assert(f() == 1 && g() == 3 && h() == 3 && k() == 3 && in_template(J{3}) == 2);
extern "C" __tile_global__ void test(int* out) {
    out[0] = f();
    out[1] = g();
    out[2] = h();
    out[3] = k();
    out[4] = in_template(J{3});
}
