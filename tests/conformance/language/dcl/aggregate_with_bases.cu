// case: aggregate_with_bases
// spec: [dcl.init.aggr]/1, [dcl.init.aggr]/2.2
// arg: i32 = 5
// arg: out i32[4]
// expect: [537, 528, 930, 12]
struct A { int a; };
struct B { int b = 3; };
struct D : A, B { int d; };
template <class... Fs> struct Overloaded : Fs... { using Fs::operator()...; };
template <class... Fs> Overloaded(Fs...) -> Overloaded<Fs...>;

extern "C" __tile_global__ void test(int n, int* out) {
    D x{{n}, {}, 7};
    out[0] = x.a * 100 + x.b * 10 + x.d;
    D y{n, 2, 8};               // braces elided
    out[1] = y.a * 100 + y.b * 10 + y.d;
    A a{9};
    D z{a};
    out[2] = z.a * 100 + z.b * 10 + z.d;
    auto f = Overloaded{[](int) { return 1; }, [](float) { return 2; }};
    out[3] = f(1) * 10 + f(1.0f);
}
