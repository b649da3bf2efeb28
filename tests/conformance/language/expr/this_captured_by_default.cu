// case: this_captured_by_default
// spec: [expr.prim.lambda.capture]/7
// arg: out i32[8]
// expect: [4, 4, 5, 1, 8, 2, 9, 7]
// A default captures `this` for members that are overloaded, templates, qualified or named as operators.
struct Base {
    int b = 1;
    constexpr virtual int f() const { return b; }
};
struct S : Base {
    int x = 3;
    constexpr int get(int n) const { return x + n; }
    constexpr int get(int n, int m) const { return n + m; }
    template <int N> constexpr int plus() const { return x + N; }
    constexpr int f() const override { return [&] { return Base::f(); }(); }
    constexpr int operator+(int n) const { return x + n; }
    constexpr int& field() { return x; }
    constexpr const int& field() const { return x; }
    constexpr operator int() const { return x; }
    static constexpr int half(int n) { return n / 2; }
    constexpr int half(int n, int) const { return n * x; }
    constexpr int overloaded() const { return [&] { return get(1); }(); }
    constexpr int generic() const { return [=](auto n) { return get(n); }(1); }
    constexpr int of_template() const { return [&] { return plus<2>(); }(); }
    constexpr int of_operator() const { return [&] { return operator+(5); }(); }
    constexpr int of_static() const { return [&](auto n) { return half(n); }(4); }
    constexpr int qualified() const { return [&] { return S::x * 3; }(); }
    constexpr int written() {
        [&] { field() = 7; }();
        return x;
    }
};
extern "C" __tile_global__ void test(int* out) {
    S s;
    out[0] = s.overloaded();
    out[1] = s.generic();
    out[2] = s.of_template();
    out[3] = s.f();
    out[4] = s.of_operator();
    out[5] = s.of_static();
    out[6] = s.qualified();
    out[7] = s.written();
}
