// case: arms_of_classes_that_convert
// spec: [expr.cond]/6, [over.built]/27
// arg: out i32[5]
// expect: [1, 0, 1, 2, 7]
// Arms of two classes are converted by the built-in candidates: to the promoted types of what they convert to.
template <class T, class U> constexpr bool same = false;
template <class T> constexpr bool same<T, T> = true;
template <bool b> struct I {
    constexpr operator bool() const { return b; }
};
struct J : I<true> {};
struct D {
    constexpr operator double() const { return 2.5; }
};
struct P {
    int* p;
    constexpr operator int*() const { return p; }
};
static_assert(same<decltype(true ? I<true>{} : I<false>{}), int>);
static_assert(same<decltype(true ? I<true>{} : D{}), double>);
template <class T, class U> constexpr auto choose(bool c, const T& t, const U& u) { return c ? t : u; }
extern "C" __tile_global__ void test(int* out) {
    out[0] = choose(true, I<true>{}, I<false>{});
    out[1] = choose(false, J{}, I<false>{});
    out[2] = choose(true, 1, I<false>{});
    out[3] = static_cast<int>(choose(out[0] == 0, I<true>{}, D{}));
    int seven = 7;
    P p{&seven};
    int* q = &out[0];
    out[4] = *(out[1] == 0 ? p : q);
}
