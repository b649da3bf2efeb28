// case: member_defined_outside
// spec: [temp.mem.func], [temp.mem], [temp.static]
// arg: i32 = 4
// arg: out i32[6]
// expect: [8, 12, 6, 42, 20, 9]
template <typename T>
struct A {
    T v;
    __tile__ A(T v);
    __tile__ T twice() const;
    template <typename U>
    __tile__ T plus(U u) const;
    static T const k;
    struct In;
    template <typename U>
    struct Box;
    __tile__ explicit operator int() const;
};
template <typename T>
__tile__ A<T>::A(T v) : v(v) {}
template <typename T>
__tile__ T A<T>::twice() const {
    return 2 * v;
}
template <typename T>
template <typename U>
__tile__ T A<T>::plus(U u) const {
    return v + static_cast<T>(u);
}
template <typename T>
constexpr T A<T>::k = 6;
template <typename T>
struct A<T>::In {
    T w = 42;
};
template <typename T>
template <typename U>
struct A<T>::Box {
    __tile__ int size(int n) const;
};
template <typename T>
template <typename U>
__tile__ int A<T>::Box<U>::size(int n) const {
    return n * (sizeof(T) + sizeof(U));
}
template <typename T>
__tile__ A<T>::operator int() const {
    return 9;
}

extern "C" __tile_global__ void test(int n, int* out) {
    A<int> a(n);
    out[0] = a.twice();
    out[1] = a.plus(8.5);
    out[2] = A<int>::k;
    out[3] = A<int>::In{}.w;
    out[4] = A<int>::Box<char>{}.size(n);
    out[5] = static_cast<int>(a);
}
