// case: fold_of_nothing_without_value
// spec: [temp.variadic]
// reject: E0516 a sum of nothing has no value
template <typename... T>
__tile__ int sum(T... v) {
    return (... + v);
}

extern "C" __tile_global__ void test(int* out) { *out = sum(); }
