// case: standard_rescan_example
// spec: [cpp.rescan]
// arg: i32 = 7
// arg: out i32[8]
// expect: [18, 1, 23, 4, 5, 6, 0, 17]
// note: the example of the standard; `f` is a function here, so that what is left can be computed: f(2 * (y+1)) + f(2 * (f(2 * (z[0])))) % f(2 * (0)) + t(1) with f(k) = k + 1 and t(k) = k.

extern "C" __tile_global__ void test(int y, int* out) {
    int z[] = {3};
    auto f = [](int k) { return k + 1; };
    auto t = [](int k) { return k; };
#define x 3
#define f(a) f(x * (a))
#undef x
#define x 2
#define g f
#define z z[0]
#define h g(~
#define m(a) a(w)
#define w 0, 1
#define t(a) a
#define p() int
#define q(x) x
#define r(x, y) x##y
#define str(x) #x
    out[0] = f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);
    p() i[q()] = {q(1), r(2, 3), r(4, ), r(, 5), r(, )};
    out[1] = i[0];
    out[2] = i[1];
    out[3] = i[2];
    out[4] = i[3];
    char c[2][6] = {str(hello), str()};
    out[5] = sizeof(c[0]);
    out[6] = c[1][0];
    out[7] = f(y+1);
}
