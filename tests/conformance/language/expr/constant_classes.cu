// case: constant_classes
// spec: [dcl.constexpr], [expr.const]
// arg: out i32[6]
// expect: [58, 9, 579, 1025, 25, 9]
struct Base {
    int b;
    constexpr Base(int v) : b(v * 2) {}
    constexpr int get() const { return b; }
    constexpr bool operator==(Base const&) const = default;
};
struct Derived : Base {
    int d = 4;
    constexpr Derived(int v) : Base(v) { d += v; }
    constexpr Derived& add(int k) { d += k; b -= k; return *this; }
    constexpr bool operator==(Derived const&) const = default;
};
union U { int i; float f; };
constexpr int switch_member() {
    U u{.i = 4};
    int a = u.i;
    u.f = 2.5f;
    return a + static_cast<int>(u.f * 2);
}
struct Vec {
    int v[3];
    constexpr int& operator[](int i) { return v[i]; }
    constexpr int operator[](int i) const { return v[i]; }
    constexpr Vec operator+(Vec o) const { return {{v[0] + o.v[0], v[1] + o.v[1], v[2] + o.v[2]}}; }
};
constexpr int counter() {
    int n = 0;
    auto inc = [&n](int k) constexpr { return n += k; };
    inc(2);
    inc(3);
    auto by_value = [n]() mutable { n *= 2; return n; };
    return by_value() * 100 + by_value() + n;
}
template <class F> constexpr int apply(F f, int n) { return f(n) + f(n + 1); }

extern "C" __tile_global__ void test(int* out) {
    constexpr Derived d = Derived(3).add(1);
    out[0] = d.get() * 10 + d.d;
    static_assert(d == Derived(3).add(1) && d != Derived(3));
    constexpr int u = switch_member();
    out[1] = u;
    constexpr Vec v = Vec{1, 2, 3} + Vec{4, 5, 6};
    out[2] = v[0] * 100 + v[1] * 10 + v[2];
    constexpr int c = counter();
    out[3] = c;
    constexpr int a = apply([](int n) { return n * n; }, 3);
    out[4] = a;
    constexpr int f = [] { int x[3] = {}; x[1] = 9; return x[0] + x[1]; }();
    out[5] = f;
}
