// case: folds_are_atomic_constraints
// spec: [temp.constr.normal], [temp.constr.order]
// reject: E0501 the operands of a fold are not constraints of their own
template <class T>
concept Small = sizeof(T) <= 4;
template <class T>
concept Tiny = Small<T> && sizeof(T) == 1;
template <class... T>
    requires(Small<T> && ...)
__tile__ constexpr int f(T...) {
    return 1;
}
template <class... T>
    requires(Tiny<T> && ...)
__tile__ constexpr int f(T...) {
    return 2;
}

extern "C" __tile_global__ void test(int* out) { *out = f('a', 'b'); }
