// case: negation_is_atomic
// spec: [temp.constr.normal], [temp.constr.order]
// reject: E0501 a negation is one atom wherever it stands
template <typename T>
concept Sad = false;
template <typename T>
    requires(!Sad<T>)
__tile__ int f(T) {
    return 1;
}
template <typename T>
    requires(!Sad<T>) && (sizeof(T) == 4)
__tile__ int f(T) {
    return 2;
}

extern "C" __tile_global__ void test(int* out) { *out = f(1); }
