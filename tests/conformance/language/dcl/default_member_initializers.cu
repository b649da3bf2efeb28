// case: default_member_initializers
// spec: [class.mem], [class.base.init]/9, [dcl.init.aggr]/5
// arg: i32 = 5
// arg: out i32[4]
// expect: [2, 306, 15, 19]
__tile__ int next(int& counter) { return ++counter; }
struct S {
    int a = 1;
    int b = a + 1;          // sees the members before it
    int c{a * b};
    __tile__ S() {}
    __tile__ S(int v) : a(v) {}
    __tile__ S(int v, int w) : a(v), b(w) {}
};
struct Agg { int n; int twice = n * 2; };

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = S().c;
    out[1] = S(n).c * 10 + S(n).b;
    out[2] = S(n, 3).c;
    Agg g{n};
    out[3] = g.twice + Agg{1, 9}.twice;
}
