// case: atomic_identity
// spec: [temp.constr.atomic]
// note: equal spellings are two atoms, and none subsumes the other
// reject: E0501 only atoms of the same concept are identical
template <typename T>
    requires(sizeof(T) > 1)
__tile__ int f(T) {
    return 1;
}
template <typename T>
    requires(sizeof(T) > 1) && (sizeof(T) > 2)
__tile__ int f(T) {
    return 2;
}

extern "C" __tile_global__ void test(int* out) { *out = f(1); }
