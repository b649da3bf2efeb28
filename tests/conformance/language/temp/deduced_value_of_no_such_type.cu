// case: deduced_value_of_no_such_type
// spec: [temp.deduct.type]/19
// reject: E0312 n is a long, the argument of I an int
template <int> struct I {};
template <long n> __tile__ int f(I<n>) { return n; }

extern "C" __tile_global__ void test(int* out) {
    *out = f(I<4>{});
}
