// case: partial_members_with_dependent_values
// spec: [temp.spec.partial.member], [temp.over.link]
// note: the arguments of a partial specialisation may be dependent expressions; parameters may be called otherwise outside
// arg: i32 = 5
// arg: out i32[6]
// expect: [3, 24, 8, 77, 300, 35]
template <class T, int N>
struct A {
    __tile__ int f();
};
template <class T>
struct A<T, sizeof(T)> {
    __tile__ int f();
    template <class U>
    __tile__ int g(U);
    static const int k;
    struct In {
        __tile__ int h();
    };
};
template <class T, class U = typename T::type>
struct B {
    __tile__ int f();
};
template <class T>
struct B<T, typename T::type*> {
    __tile__ int f();
    static __tile__ int s(int);
};
struct X {
    using type = int;
};

template <class T, int N>
__tile__ int A<T, N>::f() { return N; }
template <class E>
__tile__ int A<E, sizeof(E)>::f() { return 20 + sizeof(E); }
template <class E>
template <class V>
__tile__ int A<E, sizeof(E)>::g(V v) { return v + 3; }
template <class T>
const int A<T, sizeof(T)>::k = 77;
template <class T>
__tile__ int A<T, sizeof(T)>::In::h() { return 300; }
template <class Y>
__tile__ int B<Y, typename Y::type*>::f() { return 5; }
template <class Y>
__tile__ int B<Y, typename Y::type*>::s(int n) { return 6 * n; }

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = A<char, 3>().f();
    out[1] = A<int, 4>().f();
    out[2] = A<int, 4>().g(n);
    out[3] = A<int, 4>::k;
    out[4] = A<int, 4>::In().h();
    out[5] = B<X, int*>().f() + B<X, int*>::s(n);
}
