// case: folds_are_atomic_constraints
// spec: [temp.constr.normal], [temp.constr.order]
// accept: a concept gives the fold one place, so that more than it subsumes it
template <class T>
concept Small = sizeof(T) <= 4;
template <class T>
concept Tiny = Small<T> && sizeof(T) == 1;
template <class... T>
concept AllSmall = (Small<T> && ...);
template <class... T>
concept AllTiny = AllSmall<T...> && (Tiny<T> && ...);
template <class... T>
    requires AllSmall<T...>
__tile__ constexpr int f(T...) {
    return 1;
}
template <class... T>
    requires AllTiny<T...>
__tile__ constexpr int f(T...) {
    return 2;
}
static_assert(f('a', 'b') == 2 && f('a', 1) == 1);

extern "C" __tile_global__ void test(int* out) { *out = f('a', 'b'); }
