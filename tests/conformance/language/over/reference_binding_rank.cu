// case: reference_binding_rank
// spec: [over.ics.rank]/3.2.3, [over.ics.rank]/3.2.6
// arg: i32 = 5
// arg: out i32[9]
// expect: [1, 2, 3, 4, 5, 6, 1, 9, 3]
__tile__ int f(int&) { return 1; }
__tile__ int f(int const&) { return 2; }
__tile__ int f(int&&) { return 3; }
__tile__ int f(int const&&) { return 4; }
__tile__ int g(int const&) { return 5; }
__tile__ int g(int&&) { return 6; }
__tile__ int make() { return 0; }
__tile__ int& pass(int& x) { return x; }
__tile__ int const make_const() { return 0; }
struct S { int m = 0; };
__tile__ S const make_s() { return {}; }
__tile__ int h(S&&) { return 7; }
__tile__ int h(S const&) { return 8; }
__tile__ int h(S const&&) { return 9; }

extern "C" __tile_global__ void test(int n, int* out) {
    int const c = n;
    out[0] = f(n);
    out[1] = f(c);
    out[2] = f(make());
    out[3] = f(static_cast<int const&&>(c));
    out[4] = g(n);
    out[5] = g(static_cast<int&&>(n));
    out[6] = f(pass(n));
    out[7] = h(make_s());
    out[8] = f(S{}.m);
}
