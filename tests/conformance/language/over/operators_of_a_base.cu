// case: operators_of_a_base
// spec: [over.match.funcs.general]/4, [over.match.oper]/3.4
// arg: out i32[6]
// expect: [1, 0, 2, 100, 1, 1]
// note: an object of a derived class is converted to the base whose member operator takes it, reversed or not.
struct B {
    int n;
    __tile__ constexpr bool operator==(const B& o) const { return n == o.n; }
    __tile__ constexpr B operator+(const B& o) const { return B{n + o.n}; }
};
struct D : B {};
struct M : D {};
struct P {
    int n;
    __tile__ constexpr int operator-(const P& o) const { return n - o.n; }
};
struct Q : P {};
__tile__ constexpr int operator-(const Q&, const Q&) { return 100; }
struct U {
    int n;
    __tile__ constexpr bool operator<(int o) const { return n < o; }
};
struct V : U {
    using U::operator<;
    __tile__ constexpr bool operator<(long o) const { return false; }
};

extern "C" __tile_global__ void test(int* out) {
    D a{{1}}, b{{1}};
    M m{{{1}}};
    static_assert(D{{1}} == D{{1}} && D{{1}} != D{{2}});
    out[0] = a == b;
    out[1] = a != m;
    out[2] = (a + m).n;
    out[3] = Q{{1}} - Q{{2}};
    out[4] = V{{1}} < 2;
    out[5] = m == B{1};
}
