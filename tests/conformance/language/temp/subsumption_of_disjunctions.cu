// case: subsumption_of_disjunctions
// spec: [temp.constr.order]
// arg: out i32[6]
// expect: [1, 2, 3, 1, 2, 4]
template <typename T>
concept A = sizeof(T) <= 4;
template <typename T>
concept B = sizeof(T) >= 2;
template <typename T>
concept Either = A<T> || B<T>;
template <typename T>
concept Both = A<T> && B<T>;
template <typename T>
    requires Either<T>
constexpr int f(T) {
    return 1;
}
template <typename T>
    requires A<T>
constexpr int f(T) {
    return 2;
}
template <typename T>
    requires Both<T>
constexpr int f(T) {
    return 3;
}
template <typename T>
struct S {
    static constexpr int v = 0;
};
template <typename T>
    requires Either<T>
struct S<T> {
    static constexpr int v = 1;
};
template <A T>
struct S<T> {
    static constexpr int v = 2;
};
template <typename T>
    requires Both<T>
struct S<T*> {
    static constexpr int v = 4;
};

extern "C" __tile_global__ void test(int* out) {
    out[0] = f(1.0);
    out[1] = f('a');
    out[2] = f(1);
    out[3] = S<double>::v;
    out[4] = S<char>::v;
    out[5] = S<int*>::v;
}
