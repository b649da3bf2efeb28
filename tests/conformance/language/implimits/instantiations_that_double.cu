// case: instantiations_that_double
// spec: [implimits]
// reject: E0416 2^30 instantiations, although they nest 30 deep only
template <int Level, int Index>
struct Sum {
    static constexpr int value = Sum<Level - 1, 2 * Index>::value + Sum<Level - 1, 2 * Index + 1>::value;
};
template <int Index>
struct Sum<0, Index> {
    static constexpr int value = Index;
};
extern "C" __tile_global__ void test(int* out) {
    *out = Sum<30, 0>::value;
}
