// case: ctad_brace_elision
// spec: [over.match.class.deduct]
// note: braces may be left out around elements whose type does not depend on the parameters, and around arrays of known bound
// arg: i32 = 5
// arg: out i32[7]
// expect: [17, 10, 3, 8, 9, 26, 9]
template <class T>
struct Twice {
    T x, y;
};
template <class T>
struct Fixed {
    T v[2];
    T w;
};
template <class T>
struct Tagged {
    Twice<int> i;
    T t;
};
struct Base {
    int q;
};
template <class T>
struct Derived : Base {
    T t;
};
template <class... Fs>
struct Overloaded : Fs... {
    using Fs::operator()...;
};

extern "C" __tile_global__ void test(int n, int* out) {
    Fixed f{1, 2, n};
    out[0] = f.w + sizeof(f);
    Tagged w{1, 2, 3.0};
    out[1] = w.i.y + sizeof(w.t);
    Tagged braced{{1, 2}, short(3)};
    out[2] = braced.i.x + sizeof(braced.t);
    Overloaded call{[](int x) { return x + 1; }, [](char) { return 2; }};
    out[3] = call(n) + call('c');
    Derived d{4, n};
    out[4] = d.q + d.t;
    Tagged<Twice<int>> nested{1, 2, 3, n};
    out[5] = nested.t.y * 5 + nested.i.x;
    Derived e{{4}, n};
    out[6] = e.q + e.t;
}
