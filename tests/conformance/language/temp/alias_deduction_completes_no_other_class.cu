// case: alias_deduction_completes_no_other_class
// spec: [over.match.class.deduct]/3
// arg: out i32[2]
// expect: [8, 1]
// note: the class that the first constructor would give cannot be completed, and the alias cannot mean it
template <class T>
struct Holder {
    T value;
    __tile__ constexpr Holder(const T& t) : value(t) {}
    __tile__ constexpr Holder(const T& t, decltype(T())) : value(t) {}
};
template <class V>
using Pointer = Holder<V*>;
template <class A, class B>
constexpr bool same = false;
template <class A>
constexpr bool same<A, A> = true;

extern "C" __tile_global__ void test(int* out) {
    int n = 0;
    Pointer p(&n);
    Pointer q(p);
    out[0] = sizeof(q.value);
    out[1] = same<decltype(q), Holder<int*>>;
}
