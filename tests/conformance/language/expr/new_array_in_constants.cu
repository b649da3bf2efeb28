// case: new_array_in_constants
// spec: [expr.new]/19, [expr.const]/5
// arg: out i32[4]
// expect: [129, 5, 1, 1]
// A list initialises the first elements of an array of any length, and constructors know where their objects lie.
struct S {
    int v;
    constexpr S(int v) : v(v) {}
    constexpr S() : v(9) {}
};
struct A {
    int a, b;
};
struct Self {
    Self* me;
    constexpr Self() : me(this) {}
    Self(const Self&) = delete;
};
constexpr int classes(int n) {
    S* p = new S[n]{1, 2};
    int r = p[0].v * 100 + p[1].v * 10 + p[2].v;
    delete[] p;
    return r;
}
constexpr int aggregates(int n) {
    A* p = new A[n]{{1, 2}, {3}};
    int r = p[0].b + p[1].a + p[2].a;
    delete[] p;
    return r;
}
constexpr bool one() {
    Self* p = new Self;
    bool is_same = p->me == p;
    delete p;
    return is_same;
}
constexpr bool many(int n) {
    Self* p = new Self[n];
    bool is_same = p[0].me == p && p[1].me == p + 1;
    delete[] p;
    return is_same;
}
static_assert(classes(3) == 129 && aggregates(3) == 5 && one() && many(2));
extern "C" __tile_global__ void test(int* out) {
    constexpr int a = classes(3), b = aggregates(3);
    constexpr bool c = one(), d = many(2);
    out[0] = a;
    out[1] = b;
    out[2] = c;
    out[3] = d;
}
