// case: injected_class_name
// spec: [temp.local]
// arg: out i32[5]
// expect: [1, 1, 8, 4, 6]
template <typename A, typename B>
constexpr bool same = false;
template <typename A>
constexpr bool same<A, A> = true;
template <template <typename> class C>
struct Wrap {
    static constexpr int size = sizeof(C<int>);
};
template <typename T>
struct Y {
    T v;
    using self = Y;
    using other = Y<double>;
    using wrapped = Wrap<Y>;
    static constexpr int n = 6;
    __tile__ Y* me() { return this; }
};
template <typename T>
struct D : Y<T> {
    using base = typename D::Y;
};

extern "C" __tile_global__ void test(int* out) {
    out[0] = same<Y<int>::self, Y<int>>;
    out[1] = same<D<int>::base, Y<int>>;
    out[2] = sizeof(Y<int>::other);
    out[3] = Y<int>::wrapped::size;
    out[4] = Y<char>::Y::n;
}
