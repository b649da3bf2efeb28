// case: user_defined_two_steps
// spec: [over.ics.user], [class.conv]/4
// arg: i32 = 7
// arg: out i32[5]
// expect: [7, 16, 2, 3, 9]
struct Inner {
    int n;
    __tile__ Inner(long v) : n(static_cast<int>(v)) {}
};
struct Source {
    int n;
    __tile__ operator short() const { return static_cast<short>(n + 1); }
};
__tile__ int take(Inner i) { return i.n; }
__tile__ int number(double d) { return static_cast<int>(d * 2); }
__tile__ int f(Inner) { return 1; }
__tile__ int f(long) { return 2; }
__tile__ int g(Source) { return 3; }
__tile__ int g(int) { return 4; }

extern "C" __tile_global__ void test(int n, int* out) {
    Source s{n};
    out[0] = take(n);    // int -> long -> Inner
    out[1] = number(s);  // Source -> short -> double
    out[2] = f(n);       // a standard conversion before a user-defined one
    out[3] = g(s);
    out[4] = s + 1;
}
