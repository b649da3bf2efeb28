// case: deduced_value_of_no_such_type
// spec: [temp.deduct.type]/19
// accept: the parameter has the type of that of I
template <int> struct I {};
template <int n> __tile__ int f(I<n>) { return n; }

extern "C" __tile_global__ void test(int* out) {
    *out = f(I<4>{});
}
