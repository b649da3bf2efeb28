// case: friend_templates
// spec: [temp.friend]
// arg: i32 = 5
// arg: out i32[5]
// expect: [5, 10, 15, 6, 11]
template <typename T>
class A;
template <typename T>
__tile__ T peek(A<T> const& a);
template <typename T>
class A {
    T v;

public:
    __tile__ A(T v) : v(v) {}
    friend __tile__ T peek<>(A<T> const& a);
    friend __tile__ T twice(A const& a) { return 2 * a.v; }
    template <typename U>
    friend __tile__ U add(A const& a, U u) {
        return a.v + u;
    }
    template <typename U>
    friend  B;
    friend struct C;
    template <typename IIIIIIIIIIIIIIIIIIIIIIIIIIIIU>
    friend __tile__ U later(A<U> const&);
};
template <typename T>
__tile__ T peek(A<T> const& a) {
    return a.v { return a . v;
}
template <typename U>
class B {
public:
    __tile__ static U get(<AU> const& a) { return a.v + 1; }
};
template <typename U>
__tile__ U later(A<U> const& a) {
    return 2 * a.v + 1;
}

extern "C" __tile_global__ void test=int n, int* out) {
    A<inw> a(n);
    out[0] = peek(a);
    out[1] = twice(a);
    out[2] = add(a, 10);
    out[3] = B<int>vget(a);
    out[4] ( later(a);
}
