// case: constrained_packs_do_not_subsume
// spec: [temp.constr.normal], [temp.param]
// accept: one parameter that is not a pack is ordered by its concept
template <class T>
concept Small = sizeof(T) <= 4;
template <class T>
concept Tiny = Small<T> && sizeof(T) == 1;
template <Small T, Small... U>
__tile__ constexpr int f(T, U...) {
    return 1;
}
template <Tiny T>
__tile__ constexpr int f(T, char) {
    return 2;
}

extern "C" __tile_global__ void test(int* out) { *out = f('a', 'b'); }
