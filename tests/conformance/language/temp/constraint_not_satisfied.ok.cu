// case: constraint_not_satisfied
// spec: [temp.constr.decl]
// accept: a short is small
template <typename T>
concept Small = sizeof(T) <= 2;
template <Small T>
__tile__ int twice(T x) {
    return 2 * x;
}

extern "C" __tile_global__ void test(int* out) { *out = twice(static_cast<short>(4)); }
