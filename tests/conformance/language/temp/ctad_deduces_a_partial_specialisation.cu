// case: ctad_deduces_a_partial_specialisation
// spec: [over.match.class.deduct]/1
// arg: out i32[2]
// expect: [7, 1]
// A guide is made from a constructor of the primary template, also where the class it deduces is a partial specialisation.
template <class T, class U> constexpr bool same = false;
template <class T> constexpr bool same<T, T> = true;
template <class T> struct S;
template <class T> struct S<T*> {
    int v;
    constexpr S(T*, int n = 7) : v(n) {}
};
template <class T> struct S {
    constexpr S(T) {}
    S() = default;
};
constexpr int n = 3;
constexpr S x(&n);
static_assert(same<decltype(x), const S<const int*>>);
static_assert(x.v == 7);
template <class T> constexpr int converts() { return requires(T p) { S(p, 1); }; }
extern "C" __tile_global__ void test(int* out) {
    S y(out);
    out[0] = y.v;
    out[1] = !converts<int*>();
}
