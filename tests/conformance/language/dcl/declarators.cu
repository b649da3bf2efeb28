// case: declarators
// spec: [dcl.meaning], [dcl.ptr], [dcl.mptr]
// arg: i32 = 3
// arg: out i32[6]
// expect: [3, 6, 3, 5, 4, 8]
struct S { int a, b; __tile__ int sum() const { return a + b; } };
__tile__ int twice(int n) { return 2 * n; }
__tile__ int (*select(bool))(int) { return twice; }
__tile__ auto rows(int (&m)[2][2]) -> int (*)[2] { return m + 1; }
extern "C" __tile_global__ void test(int n, int* out) {
    int *const p = &n, **pp = const_cast<int**>(&p);
    int (*f)(int) = select(true);
    int S::*field = &S::b;
    int (S::*method)() const = &S::sum;
    int m[2][2] = {{1, 2}, {n, 4}};
    int (&ref)[2][2] = m;
    S s{3, 5};
    out[0] = **pp;
    out[1] = f(n);
    out[2] = *rows(ref)[0];
    out[3] = s.*field;
    out[4] = ref[1][1];
    out[5] = (s.*method)();
}
