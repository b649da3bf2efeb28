// case: constraint_not_satisfied
// spec: [temp.constr.decl]
// reject: E0312 the constraint of the only candidate is not satisfied
template <typename T>
concept Small = sizeof(T) <= 2;
template <Small T>
__tile__ int twice(T x) {
    return 2 * x;
}

extern "C" __tile_global__ void test(int* out) { *out = twice(4); }
