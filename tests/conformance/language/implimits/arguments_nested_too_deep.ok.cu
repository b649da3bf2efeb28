// case: arguments_nested_too_deep
// spec: [implimits]
// accept: 200 are fewer
__tile__ int next(int x) { return x + 1; }
extern "C" __tile_global__ void test(int n, int* out) {
    *out = next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(n))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))));
}
