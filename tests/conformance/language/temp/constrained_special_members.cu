// case: constrained_special_members
// spec: [special], [class.copy.ctor]
// note: of several eligible ones the most constrained is the class's
// arg: i32 = 7
// arg: out i32[5]
// expect: [1, 0, 7, 70, 1]
template <typename T>
concept Trivial = __is_trivially_copyable(T);
struct Loud {
    int v;
    __tile__ Loud(int v) : v(v) {}
    __tile__ Loud(Loud const& o) : v(o.v * 10) {}
};
template <typename T>
struct Opt {
    T v;
    __tile__ Opt(T const& v) : v(v) {}
    Opt(Opt const&) requires Trivial<T> = default;
    __tile__ Opt(Opt const& o) : v(o.v) {}
};

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = __is_trivially_copyable(Opt<int>);
    out[1] = __is_trivially_copyable(Opt<Loud>);
    Opt<int> a(n);
    Opt<int> b(a);
    out[2] = b.v;
    Loud l(n);
    Opt<Loud> c(l);
    out[3] = c.v.v;
    Opt<Loud> d(c);
    out[4] = d.v.v == 100 * n;
}
