// case: deduce_function_types
// spec: [temp.deduct.type], [temp.deduct.funcaddr]
// arg: out i32[6]
// expect: [2, 1, 3, 1, 7, 40]
struct S {
    int x = 4;
    __tile__ int plain(int, char) { return 1; }
    __tile__ int constant() const noexcept { return 3; }
};
template <typename R, typename... A>
__tile__ int arity(R (*)(A...)) {
    return sizeof...(A);
}
template <typename C, typename R, typename... A>
constexpr int member(R (C::*)(A...)) {
    return sizeof...(A) - 1;
}
template <typename C, typename R>
constexpr int member(R (C::*)() const) {
    return 3;
}
template <typename C, typename T>
constexpr int data(T C::*) {
    return sizeof(T) - 3;
}
__tile__ int two(int, float) { return 0; }
template <typename T>
__tile__ int generic(T x) {
    return static_cast<int>(x) + 4;
}
__tile__ int overloaded(int x) { return 10 * x; }
__tile__ int overloaded(double x) { return 20; }
template <typename T>
__tile__ int apply(int (*f)(T), T x) {
    return f(x);
}

extern "C" __tile_global__ void test(int* out) {
    out[0] = arity(two);
    out[1] = sizeof(char[member(&S::plain)]);
    out[2] = sizeof(char[member(&S::constant)]);
    out[3] = sizeof(char[data(&S::x)]);
    out[4] = apply(&generic<int>, 3);
    out[5] = apply<int>(overloaded, 4);
}
