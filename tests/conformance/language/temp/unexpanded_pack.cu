// case: unexpanded_pack
// spec: [temp.variadic]
// reject: E0409 v stands for several values
template <typename... T>
__tile__ int f(T... v) {
    return v;
}

extern "C" __tile_global__ void test(int* out) { *out = f(1, 2); }
