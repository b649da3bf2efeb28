// case: redeclared_with_other_parameter_names
// spec: [temp.over.link]
// note: dependent expressions are equivalent when they differ in the names of template parameters alone
// arg: i32 = 5
// arg: out i32[3]
// expect: [15, 4, 9]
template <class T>
concept Small = sizeof(T) < 8;

template <class T, int N>
__tile__ auto scale(T x) -> decltype(T() * N);
template <class T>
    requires Small<T> && (sizeof(T) > 2)
__tile__ int width(T);
template <class T>
struct Box {
    template <class U>
    __tile__ auto plus(U u) const -> decltype(T() + U());
    T v;
};

template <class Value, int Factor>
__tile__ auto scale(Value x) -> decltype(Value() * Factor) { return x * Factor; }
template <class V>
    requires Small<V> && (sizeof(V) > 2)
__tile__ int width(V) { return sizeof(V); }
template <class A>
template <class B>
__tile__ auto Box<A>::plus(B b) const -> decltype(A() + B()) { return v + b; }

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = scale<int, 3>(n);
    out[1] = width(n);
    out[2] = Box<int>{4}.plus(n);
}
