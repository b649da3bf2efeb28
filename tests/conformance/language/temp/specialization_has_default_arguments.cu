// case: specialization_has_default_arguments
// spec: [temp.expl.spec], [dcl.fct.default]
// note: a specialisation is called with the default arguments of its template
// arg: i32 = 5
// arg: out i32[4]
// expect: [6, 24, 42, 15]
template <class T>
__tile__ int f(T x, int n = sizeof(T), int m = 1) { return x + n * m - 3; }
template <>
__tile__ int f(short x, int n, int m) { return 10 * (x - 3) + n * m * 2; }

template <class T>
struct Box {
    template <class U>
    __tile__ static int g(U x, int n = 2 * sizeof(T)) { return x + n - 1; }
};
template <>
template <>
__tile__ int Box<char>::g(float x, int n) { return 3 * x; }

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = f(n);
    out[1] = f(short(n));
    out[2] = f(short(n), 11);
    out[3] = Box<char>::g(float(n));
}
