// case: subsumption
// spec: [temp.constr.order]
// arg: out i32[4]
// expect: [1, 2, 3, 0]
template <typename T>
concept Sized = requires(T x) { x.size(); };
template <typename T>
concept Ordered = Sized<T> && requires(T x) { x.first(); };
template <typename T>
__tile__ int kind(T const&) {
    return 0;
}
template <Sized T>
__tile__ int kind(T const&) {
    return 1;
}
template <Ordered T>
__tile__ int kind(T const&) {
    return 2;
}
template <Ordered T>
    requires(sizeof(T) > 4)
__tile__ int kind(T const&) {
    return 3;
}
struct A {
    __tile__ int size() const { return 0; }
};
struct B : A {
    __tile__ int first() const { return 0; }
};
struct C : B {
    int v[4];
};

extern "C" __tile_global__ void test(int* out) {
    out[0] = kind(A{});
    out[1] = kind(B{});
    out[2] = kind(C{});
    out[3] = kind(1);
}
