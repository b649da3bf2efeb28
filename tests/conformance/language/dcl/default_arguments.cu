// case: default_arguments
// spec: [dcl.fct.default]/4, [dcl.fct.default]/9
// arg: i32 = 1
// arg: out i32[5]
// expect: [123, 193, 19, 51, 7]
// note: declarations add up; an argument is evaluated at each call, its names are looked up where it stands.
constexpr int k = 5;
__tile__ int f(int a, int b, int c = 3);
__tile__ int f(int a, int b = 2, int c);
__tile__ int f(int a, int b, int c) { return a * 100 + b * 10 + c; }
__tile__ int g(int a, int b = k * 10) { return a + b; }
template <class T> __tile__ int h(T a, T b = T(7)) { return a * 0 + b; }
__tile__ int tick(int* p) { return ++*p; }
extern "C" __tile_global__ void test(int n, int* out) {
    constexpr int k = 100;
    out[0] = f(n);
    out[1] = f(n, 9);
    out[2] = f(0, n, 9);
    out[3] = g(n);
    out[4] = h(n);
    (void)k; (void)tick;
}
