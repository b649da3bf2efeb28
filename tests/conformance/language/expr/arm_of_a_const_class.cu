// case: arm_of_a_const_class
// spec: [expr.cond]/4
// arg: out i32[2]
// expect: [1, 5]
// An arm is converted to the more qualified class, which the prvalue keeps.
template <class T, class U> constexpr bool same = false;
template <class T> constexpr bool same<T, T> = true;
template <class T> T&& mk();
template <class T> T pr();
struct P {
    int n = 5;
    constexpr int f() { return 2; }
    constexpr int f() const { return 1; }
};
static_assert(same<decltype(true ? mk<const P&>() : pr<P>()), const P>);
static_assert(same<decltype(true ? pr<P>() : mk<const P&&>()), const P>);
static_assert(same<decltype(true ? mk<const P&>() : mk<P&>()), const P&>);
static_assert(same<decltype(true ? pr<P>() : pr<P>()), P>);
static_assert(same<decltype(true ? pr<const P>() : pr<P>()), const P>);
extern "C" __tile_global__ void test(int* out) {
    const P p;
    out[0] = p.n;
    out[0] = (out[0] == 5 ? p : P{}).f();
    P q = out[0] == 1 ? P{} : p;
    out[1] = q.n;
}
