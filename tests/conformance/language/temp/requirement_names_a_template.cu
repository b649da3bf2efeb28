// case: requirement_names_a_template
// spec: [expr.prim.req.type]/1
// arg: out i32[4]
// expect: [0, 1, 0, 1]
struct A {
    template <class X = int> struct inner {};
    template <class X> using alias = X;
    struct plain {};
};
template <class T> concept HasInner = requires { typename T::inner; };
template <class T> concept HasInnerOfInt = requires { typename T::template inner<int>; };
template <class T> concept HasAlias = requires { typename T::alias; };
template <class T> concept HasPlain = requires { typename T::plain; };
extern "C" __tile_global__ void test(int* out) {
    out[0] = HasInner<A>;
    out[1] = HasInnerOfInt<A>;
    out[2] = HasAlias<A>;
    out[3] = HasPlain<A>;
}
