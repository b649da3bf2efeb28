// case: member_declarations_are_not_immediate
// spec: [temp.inst]/3, [temp.deduct]/8
// arg: out i32[2]
// expect: [1, 0]
// A member template has its own immediate context, and the body of a member is instantiated where it is used.
template <class T> struct B {};
template <class T> struct S {
    constexpr S(int) {}
    template <class V> S(V, typename B<V>::type*);
    int unused() { return typename B<T>::type(); }
};
template <class U> constexpr bool k() { return requires { S<U>{1}; }; }
template <class U> constexpr bool two() { return requires(U u) { S<U>(u, nullptr); }; }
extern "C" __tile_global__ void test(int* out) {
    out[0] = k<int>();
    out[1] = two<int>();
}
