// case: address_of_overloaded
// spec: [over.over]
// arg: i32 = 5
// arg: out i32[6]
// expect: [111, 6, 15, 10, 102, 35]
__tile__ constexpr int f(int n) { return n + 1; }
__tile__ constexpr int f(double d) { return static_cast<int>(d) + 100; }
template <class T>
__tile__ constexpr T g(T t) { return t * 2; }
__tile__ constexpr int g(int n) { return n * 3; }
struct S {
    __tile__ int m(int n) const { return n; }
    __tile__ int m(long n) const { return static_cast<int>(n) * 7; }
};
__tile__ int apply(int (*fn)(int), int n) { return fn(n); }
__tile__ int which(int (*)(int)) { return 1; }
__tile__ int which(int (*)(char*)) { return 2; }

extern "C" __tile_global__ void test(int n, int* out) {
    int (*a)(int) = f;
    int (&b)(double) = f;
    out[0] = a(n) + b(n);
    out[1] = apply(&f, n);
    out[2] = apply(g, n);         // the non-template is preferred
    out[3] = apply(g<int>, n);
    out[4] = static_cast<int (*)(double)>(f)(1.0) + which(f);
    int (S::*m)(long) const = &S::m;
    S s;
    out[5] = (s.*m)(n);
}
