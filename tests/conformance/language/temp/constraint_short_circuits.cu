// case: constraint_short_circuits
// spec: [temp.constr.op]
// arg: out i32[2]
// expect: [0, 1]
template <typename T>
struct Hard {
    static_assert(sizeof(T) > 4, "instantiated");
    static constexpr bool value = true;
};
template <typename T>
concept And = sizeof(T) > 4 && Hard<T>::value;
template <typename T>
concept Or = sizeof(T) <= 4 || Hard<T>::value;

extern "C" __tile_global__ void test(int* out) {
    out[0] = And<int>;
    out[1] = Or<int>;
}
