// case: static_if
// spec: [stmt.if]/2
// arg: out i32[3]
// expect: [4, 8, 0]
// note: the branch that is not taken is not instantiated.
template <typename T>
__tile__ int size_of_member(T const& x) {
    if constexpr (requires { x.n; })
        return sizeof(x.n);
    else if constexpr (sizeof(T) > 4)
        return sizeof(T);
    else
        return 0;
}
struct With {
    int n;
};

extern "C" __tile_global__ void test(int* out) {
    out[0] = size_of_member(With{});
    out[1] = size_of_member(1.0);
    out[2] = size_of_member('a');
}
