// case: constrained_packs_do_not_subsume
// spec: [temp.constr.normal], [temp.param]
// reject: E0501 the constraint of a pack is a fold, which is one atomic constraint
template <class T>
concept Small = sizeof(T) <= 4;
template <class T>
concept Tiny = Small<T> && sizeof(T) == 1;
template <Small... T>
__tile__ constexpr int f(T...) {
    return 1;
}
template <Tiny... T>
__tile__ constexpr int f(T...) {
    return 2;
}

extern "C" __tile_global__ void test(int* out) { *out = f('a', 'b'); }
