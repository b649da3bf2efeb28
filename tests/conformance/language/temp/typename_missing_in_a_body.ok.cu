// case: typename_missing_in_a_body
// spec: [temp.res.general]/4
// accept: the same, corrected
struct Traits { using type = int; };
template <class T> __tile__ int twice(int n) {
    typename T::type x = n;
    return 2 * x;
}
extern "C" __tile_global__ void test(int* out, int n) { *out = twice<Traits>(n); }
