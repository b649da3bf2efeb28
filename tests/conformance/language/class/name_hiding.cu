// case: name_hiding
// spec: [class.member.lookup], [namespace.udecl]
// arg: i32 = 3
// arg: out i32[4]
// expect: [103, 3, 203, 6]
// note: a member hides the functions of its name in bases; a using-declaration brings them back.
struct Base {
    __tile__ int f(int n) const { return n; }
    __tile__ int f(int n, int m) const { return n + m; }
};
struct Hides : Base {
    __tile__ int f(double d) const { return static_cast<int>(d) + 100; }
};
struct Shows : Base {
    using Base::f;
    __tile__ int f(double d) const { return static_cast<int>(d) + 200; }
};

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = Hides().f(n);
    out[1] = Shows().f(n);
    out[2] = Shows().f(static_cast<double>(n));
    out[3] = Shows().f(n, n);
}
