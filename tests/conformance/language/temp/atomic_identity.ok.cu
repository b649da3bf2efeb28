// case: atomic_identity
// spec: [temp.constr.atomic]
// accept: the atom is that of the concept both times
template <typename T>
concept Big = sizeof(T) > 1;
template <typename T>
    requires Big<T>
__tile__ int f(T) {
    return 1;
}
template <typename T>
    requires Big<T> && (sizeof(T) > 2)
__tile__ int f(T) {
    return 2;
}

extern "C" __tile_global__ void test(int* out) { *out = f(1); }
