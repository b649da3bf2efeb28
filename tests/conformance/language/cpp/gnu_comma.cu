// case: gnu_comma
// spec: [cpp.subst]
// arg: i32 = 3
// arg: out i32[4]
// expect: [3, 7, 3, 12]
// note: an extension of GCC that nvcc's users know: `, ##__VA_ARGS__` loses its comma with the rest, and the rest may have a name.
#define SUM(first, ...) sum(first, ##__VA_ARGS__)
#define NAMED(first, rest...) sum(first, ##rest)

template <class... T>
__tile__ int sum(T... x) {
    return (x + ... + 0);
}

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = SUM(n);
    out[1] = SUM(n, 4);
    out[2] = NAMED(n);
    out[3] = NAMED(n, 4, 5);
}
