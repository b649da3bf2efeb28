// case: typedefs
// spec: [dcl.typedef]/1, [dcl.typedef]/2
// arg: i32 = 3
// arg: out i32[5]
// expect: [3, 6, 2, 1, 8]
// note: a typedef name is another name of the type, for declarators of any form.
typedef int I, *P, A[2], F(int);
using Pf = int (*)(int);
template <class T, class U> constexpr bool same = false;
template <class T> constexpr bool same<T, T> = true;
__tile__ int twice(int n) { return 2 * n; }
extern "C" __tile_global__ void test(I n, P out) {
    A a = {n, twice(n)};
    P p = a;
    out[0] = *p;
    out[1] = p[1];
    out[2] = sizeof(A) / sizeof(I);
    out[3] = same<F*, Pf>;
    out[4] = sizeof(P);
}
