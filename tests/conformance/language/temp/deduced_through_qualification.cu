// case: deduced_through_qualification
// spec: [temp.deduct.call]/4.2, [conv.qual]/3, [dcl.type.auto.deduct]/3
// arg: i32 = 5
// arg: out i32[8]
// expect: [1, 2, 3, 4, 0, 5, 6, 7]
// note: the deduced type may differ from the argument's by a qualification conversion at any level of pointers.
template <class T, class U> constexpr bool same = false;
template <class T> constexpr bool same<T, T> = true;
struct Pair {
    int a, b;
};
template <class T> __tile__ int at_two_levels(const T* const*) { return same<T, int> ? 1 : -1; }
template <class T> __tile__ int at_three_levels(const T* const* const*) { return same<T, int> ? 2 : -1; }
template <class T> __tile__ int of_a_member(const T Pair::*) { return same<T, int> ? 3 : -1; }
template <class T> __tile__ int only_outside(T* const*) { return same<T, int> ? 4 : -1; }
// Without const at each level outside there is no conversion.
template <class T> __tile__ int not_converted(const T**) { return -1; }
__tile__ int not_converted(...) { return 0; }
// The type of a member and of what is not a pointer is deduced exactly.
template <class T> struct Box {
    T value;
};
template <class T> __tile__ int exact(const Box<const T>*) { return -1; }
template <class T> __tile__ int exact(const Box<T>*) { return same<T, int> ? 5 : -1; }
__tile__ auto Pair::* second() { return &Pair::b; }
extern "C" __tile_global__ void test(int n, int* out) {
    int* p = &n;
    int** pp = &p;
    int* const* cp = &p;
    Box<int> box{n};
    out[0] = at_two_levels(pp);
    out[1] = at_three_levels(&pp);
    out[2] = of_a_member(&Pair::a);
    out[3] = only_outside(cp);
    out[4] = not_converted(pp);
    out[5] = exact(&box);
    const auto* const* q = pp;
    out[6] = same<decltype(q), const int* const*> ? 6 : -1;
    Pair pair{n, 7};
    auto Pair::* first = &Pair::a;
    out[7] = pair.*first == n ? pair.*second() : -1;
}
