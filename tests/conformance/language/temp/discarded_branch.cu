// case: discarded_branch
// spec: [stmt.if]
// arg: i32 = 4
// arg: out i32[4]
// expect: [5, 8, 4, 1]
struct Scalar {
    int v;
};
struct Vec {
    int v[2];
    __tile__ int sum() const { return v[0] + v[1]; }
};
template <typename T>
__tile__ auto total(T const& t) {
    if constexpr (requires { t.sum(); })
        return t.sum();
    else if constexpr (requires { t.v; })
        return t.v + 1;
    else
        return t.neither.of(1);
}
template <typename T>
__tile__ int only(T t) {
    if constexpr (sizeof(T) == 1) {
        static_assert(sizeof(T) == 1, "discarded otherwise");
        return typename T::nothing(t);
    }
    return static_cast<int>(t);
}
template <bool B>
__tile__ int uses() {
    if constexpr (B) return 1;
    return 0;
}

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = total(Scalar{n});
    out[1] = total(Vec{n, n});
    out[2] = only(n);
    out[3] = uses<true>();
}
