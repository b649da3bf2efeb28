// case: type_id_or_expression
// spec: [dcl.ambig.res]
// arg: out i32[5]
// arg: i32 = 6
// expect: [4, 1, 7, -6, 24]

template <class T> __tile__ int pick() { return sizeof(T); }
template <int N> __tile__ int pick() { return N; }
using I = int;

extern "C" __tile_global__ void test(int* out, int n) {
    out[0] = pick<int>();
    out[1] = pick<1>();
    // `int()` as a template argument is a type, `int(7)` a value.
    out[2] = pick<int(7)>();
    out[3] = (I)-n;         // a cast
    int I = 4;
    out[4] = (I)*n;         // a product: the variable hides the type
}
