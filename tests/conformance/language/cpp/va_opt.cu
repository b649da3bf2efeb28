// case: va_opt
// spec: [cpp.subst]
// arg: i32 = 1
// arg: out i32[10]
// expect: [7, 10, 10, 6, 2, 3, 11, 101, 1, 12]
// note: the examples of the standard with functions for their names; what counts is whether the rest expands to anything.
#define F(...) f(10 __VA_OPT__(,) __VA_ARGS__)
#define G(X, ...) f(0, X __VA_OPT__(,) __VA_ARGS__)
#define SDEF(sname, ...) S sname __VA_OPT__(= { __VA_ARGS__ })
#define EMP
#define H2(X, Y, ...) __VA_OPT__(X ## Y,) __VA_ARGS__
#define H3(X, ...) #__VA_OPT__(X##X X##X)
#define H4(X, ...) __VA_OPT__(a X ## X) ## b
#define H5A(...) __VA_OPT__()/**/__VA_OPT__()
#define H5B(X) a ## X ## b
#define H5C(X) H5B(X)

template <class... T>
__tile__ int f(T... x) {
    return (x + ...);
}
struct S {
    int first = 2, second = 0;
};

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = F(n, -2, -2);
    out[1] = F();
    out[2] = F(EMP);
    out[3] = G(1, 2, 3);
    SDEF(foo);
    out[4] = foo.first;
    SDEF(bar, n, 2);
    out[5] = bar.first + bar.second;
    int ab = 5;
    int list[] = {H2(a, b, 6)};
    out[6] = list[0] + list[1];
    out[7] = H3(, 0)[0] + sizeof(H3(a, b)) + 95;
    out[8] = H3(, 0)[0] == 0;
    using a = int;
    H4(, 1) = 4;
    out[9] = H5C(H5A()) + b + 3;
}
