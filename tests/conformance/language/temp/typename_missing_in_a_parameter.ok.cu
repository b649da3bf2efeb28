// case: typename_missing_in_a_parameter
// spec: [temp.res.general]/4
// accept: the same, corrected
struct Traits { using type = int; };
struct Twice {
    template <class T> __tile__ T::type of(T::type n, T) { return 2 * n; }
};
extern "C" __tile_global__ void test(int* out, int n) { *out = Twice{}.of(n, Traits{}); }
