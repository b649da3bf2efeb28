// case: specialization_of_nothing
// spec: [temp.expl.spec]
// reject: E0413 no template f takes two parameters
template <typename T>
__tile__ int f(T x) {
    return 1;
}
template <>
__tile__ int f(int x, int y) {
    return 2;
}

extern "C" __tile_global__ void test(int* out) { *out = f(1); }
