// case: typename_is_optional_in_type_contexts
// spec: [temp.res]
// arg: out i32[4]
// arg: i32 = 5
// expect: [5, 10, 6, 7]
// note: P0634, adopted in C++20

struct Traits {
    using type = int;
    template <class U> using Rebind = U;
};
template <class Q>
struct P {
    Q::type member;
    static __tile__ Q::type twice(Q::type x);
    using Alias = Q::type;
    using Bound = Q::template Rebind<Q>::type;
    __tile__ auto get() const -> Q::type { return member; }
};
template <class Q>
__tile__ Q::type P<Q>::twice(Q::type x) { return static_cast<Q::type>(2 * x); }
template <class Q, class R = Q::type>
__tile__ R next(R x) { return x + 1; }

extern "C" __tile_global__ void test(int* out, int n) {
    out[0] = P<Traits>{n}.get();
    out[1] = P<Traits>::twice(n);
    out[2] = next<Traits>(n);
    P<Traits>::Bound b = 7;
    out[3] = b;
}
