// case: parameter_redeclared
// spec: [temp.local]
// reject: E0309 a template parameter is not declared again in its scope
template <typename T>
__tile__ int f(T x) {
    int T = 1;
    return T;
}

extern "C" __tile_global__ void test(int* out) { *out = f(1); }
