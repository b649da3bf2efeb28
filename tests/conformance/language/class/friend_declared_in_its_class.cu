// case: friend_declared_in_its_class
// spec: [class.friend]/11, [basic.lookup.argdep]/4
// arg: out i32[5]
// expect: [1, 1, 1, 2, 3]
// A friend that its class declares and does not define is found by its arguments beside what other lookup finds; where the
// namespace declares it too, it is one function.
template <int N> struct Size { char c[N]; };
struct B {
    friend Size<1> f(B const&, int);
    friend Size<1> operator-(B const&, int);
};
template <class T> Size<2> f(T, int);
template <class T> Size<2> operator-(T const&, int);
struct C { friend Size<1> g(C, int); };
Size<2> g(C, long);
struct D {
    int n;
    friend constexpr int h(D, int);
    friend constexpr int operator+(const D&, const D&);
};
constexpr int h(D d, int m) { return d.n + m; }
constexpr int operator+(const D& a, const D& b) { return a.n + b.n; }
template <class T> constexpr int h(T, T) { return 9; }
B b;
C c;
extern "C" __tile_global__ void test(int* out) {
    out[0] = sizeof(f(b, 1));
    out[1] = sizeof(b - 1);
    out[2] = sizeof(g(c, 1));
    out[3] = h(D{1}, 1);
    out[4] = D{1} + D{2};
}
