// case: function_pointer_declarators
// spec: [dcl.fct]
// arg: out i32[4]
// arg: i32 = 5
// expect: [6, 10, 7, 11]

__tile__ int inc(int x) { return x + 1; }
__tile__ int twice(int x) { return 2 * x; }

using Unary = int(int);
typedef int (*Pointer)(int);

template <Unary* F>
__tile__ int direct(int x) { return F(x); }
template <Pointer F, int (&G)(int)>
__tile__ int compose(int x) { return F(G(x)); }

extern "C" __tile_global__ void test(int* out, int n) {
    out[0] = direct<inc>(n);
    out[1] = direct<&twice>(n);
    out[2] = compose<inc, inc>(n);
    out[3] = compose<inc, twice>(n);
}
