// case: operator_lookup
// spec: [over.match.oper]/3, [basic.lookup.argdep]
// arg: i32 = 4
// arg: out i32[4]
// expect: [4, 16, 33, 18]
namespace lib {
struct V { int n; };
__tile__ V operator+(V a, V b) { return {a.n + b.n}; }
__tile__ V operator-(V a) { return {-a.n}; }
__tile__ int dot(V a, V b) { return a.n * b.n; }
}
struct M {
    int n;
    __tile__ M operator*(M o) const { return {n * o.n}; }
    __tile__ int operator[](int i) const { return n + i; }
    __tile__ int operator()(int a, int b = 2) const { return n * a + b; }
    __tile__ M& operator+=(int k) { n += k; return *this; }
};
__tile__ M operator*(int k, M m) { return {k * m.n}; }

extern "C" __tile_global__ void test(int n, int* out) {
    lib::V v{n};
    out[0] = (v + -v + v).n;
    out[1] = dot(v, v);
    M m{n};
    out[2] = (m * (2 * m))[1];
    (m += 3) += 1;
    out[3] = m(2);
}
