// case: overload_set_arguments
// spec: [temp.deduct.call]
// note: the standard's own example: an overload set with one member that fits deduces
// arg: out i32[2]
// expect: [1, 3]
template <class T>
__tile__ int f(int (*p)(T)) {
    return 1;
}
__tile__ int g(int) { return 0; }
__tile__ int g(char, char) { return 0; }
template <class T>
__tile__ int h(T, int (*p)(T)) {
    return p(T(3));
}
__tile__ int k(int x) { return x; }
__tile__ int k(char x) { return x + 1; }

extern "C" __tile_global__ void test(int* out) {
    out[0] = f(g);
    out[1] = h(1, k);
}
