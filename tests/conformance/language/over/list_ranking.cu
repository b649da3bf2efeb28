// case: list_ranking
// spec: [over.ics.list], [over.ics.rank]/3.1
// arg: i32 = 2
// arg: out i32[6]
// expect: [1, 2, 3, 6, 8, 100]
struct P { int x, y; };
struct Q { double x; };
__tile__ int f(P) { return 1; }
__tile__ int f(int) { return 2; }
__tile__ int g(int const (&)[2]) { return 3; }
__tile__ int g(int const (&)[3]) { return 4; }
__tile__ int h(double) { return 5; }
__tile__ int h(int) { return 6; }
__tile__ int k(int&&) { return 7; }
__tile__ int k(int const&) { return 8; }
__tile__ int m(P, int) { return 9; }
__tile__ int m(int, P) { return 10; }

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = f({n, n});
    out[1] = f({n});     // int is the identity, P a user-defined conversion
    out[2] = g({n, n});
    out[3] = h({n});
    out[4] = k({n});
    out[5] = m({n, n}, n) * 10 + m(n, {n, n});
}
