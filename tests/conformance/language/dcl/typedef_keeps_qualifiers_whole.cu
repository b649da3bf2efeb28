// case: typedef_keeps_qualifiers_whole
// spec: [dcl.typedef]/1, [dcl.type.cv]
// arg: out i32[3]
// expect: [1, 0, 1]
// note: `const P` is a constant pointer, not a pointer to a constant.
typedef int* P;
template <class T, class U> constexpr bool same = false;
template <class T> constexpr bool same<T, T> = true;
extern "C" __tile_global__ void test(int* out) {
    out[0] = same<const P, int* const>;
    out[1] = same<const P, const int*>;
    typedef const int C;
    out[2] = same<const C, const int>;
}
