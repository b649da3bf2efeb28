// case: object_of_a_static_member_function
// spec: [expr.ref]/1, [class.static]/1
// arg: out i32[7]
// expect: [11, 13, 14, 11, 1, 11, 21]
// note: the object expression is evaluated whether the member needs it or not
struct S {
    static __tile__ constexpr int f() { return 1; }
    static constexpr int v = 3;
    enum { e = 4 };
};
__tile__ int called() {
    int n = 0;
    S s;
    auto g = [&]() -> S& { ++n; return s; };
    int r = g().f();
    return n * 10 + r;
}
__tile__ int read() {
    int n = 0;
    S s;
    auto g = [&]() -> S& { ++n; return s; };
    int r = g().v;
    return n * 10 + r;
}
__tile__ int enumerated() {
    int n = 0;
    S s;
    auto g = [&]() -> S& { ++n; return s; };
    int r = g().e;
    return n * 10 + r;
}
__tile__ int pointed() {
    int n = 0;
    S s;
    auto g = [&]() -> S* { ++n; return &s; };
    int r = g()->f();
    return n * 10 + r;
}
__tile__ int subscripted() {
    S s[2];
    int n = 0;
    s[n++].f();
    return n;
}
constexpr int stepped() {
    S s[2] = {};
    S* p = s;
    int n = (p++)->f();
    return (int)(p - s) * 10 + n;
}
struct Counted {
    int& n;
    __tile__ constexpr Counted(int& m) : n(m) { ++n; }
    __tile__ constexpr ~Counted() { ++n; }
    static __tile__ constexpr int f() { return 1; }
};
__tile__ int temporary() {
    int n = 0;
    int r = Counted(n).f();
    return n * 10 + r;
}
extern "C" __tile_global__ void test(int* out) {
    out[0] = called();
    out[1] = read();
    out[2] = enumerated();
    out[3] = pointed();
    out[4] = subscripted();
    constexpr int at = stepped();
    out[5] = at;
    out[6] = temporary();
}
