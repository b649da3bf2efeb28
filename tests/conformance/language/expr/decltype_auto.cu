// case: decltype_auto
// spec: [dcl.spec.auto]/5, [dcl.type.decltype]
// arg: i32 = 4
// arg: out i32[3]
// expect: [9, 20, 3]
template <class T, class U> constexpr bool same = false;
template <class T> constexpr bool same<T, T> = true;
__tile__ decltype(auto) ref(int& n) { return (n); }
__tile__ decltype(auto) copy(int& n) { int c = n; return c; }
template <class F, class... A> __tile__ decltype(auto) forward_call(F f, A&&... a) { return f(static_cast<A&&>(a)...); }

extern "C" __tile_global__ void test(int n, int* out) {
    static_assert(same<decltype(ref(n)), int&>);
    static_assert(same<decltype(copy(n)), int>);
    ref(n) = 9;
    out[0] = n;
    decltype(auto) r = (n);
    r = 10;
    out[1] = n + copy(n);
    forward_call([](int& x) -> int& { return x; }, n) = 3;
    out[2] = n;
}
