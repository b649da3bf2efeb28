// case: fold_of_nothing
// spec: [expr.prim.fold], [temp.variadic]
// arg: out i32[5]
// expect: [1, 0, 7, 9, 3]
template <typename... T>
__tile__ int conjunction(T... v) {
    return (... && v);
}
template <typename... T>
__tile__ int disjunction(T... v) {
    return (v || ...);
}
template <typename... T>
__tile__ int sum(T... v) {
    return (7 + ... + v);
}
template <typename... T>
__tile__ int difference(T... v) {
    return (v - ... - 9);
}
template <typename... T>
__tile__ int comma(T... v) {
    (v, ...);
    return sizeof(decltype((v, ...))*) - 5;
}

extern "C" __tile_global__ void test(int* out) {
    out[0] = conjunction();
    out[1] = disjunction();
    out[2] = sum();
    out[3] = difference();
    out[4] = comma();
}
