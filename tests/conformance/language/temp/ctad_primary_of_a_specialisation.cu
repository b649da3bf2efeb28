// case: ctad_primary_of_a_specialisation
// spec: [over.match.class.deduct]/1, /3
// arg: out i32[4]
// expect: [1, 2, 1, 2]
// Of a primary template that would be ill-formed nothing but its constructors is asked, and those softly; an alias may have
// parameters of another type than its class.
template <class T> struct A {
    static_assert(sizeof(T) == 1);
    T* p;
    A(typename T::type, int);
    constexpr A(T*) {}
};
template <> struct A<int> { int n = 1; constexpr A(int*) {} };
template <class T> A(T*) -> A<T>;
template <class T, int N> struct R : R<T, N - 1> { constexpr R(T) {} };
template <class T> struct R<T, 2> { int n = 2; constexpr R(T) {} };
template <class T> R(T) -> R<T, 2>;
template <class T, unsigned long N> struct Arr { T a[N]; };
template <class T, class... U> Arr(T, U...) -> Arr<T, 1 + sizeof...(U)>;
template <class T, int N> using Own = Arr<T, N>;
template <class T> constexpr bool makes() { return requires(T* p) { A(p); }; }
extern "C" __tile_global__ void test(int* out) {
    A a(out);
    R r(1.0f);
    Own o{1, 2};
    out[0] = a.n;
    out[1] = r.n;
    out[2] = makes<int>();
    out[3] = sizeof(o) / sizeof(int);
}
