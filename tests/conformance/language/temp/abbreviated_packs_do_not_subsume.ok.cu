// case: abbreviated_packs_do_not_subsume
// spec: [temp.constr.normal], [dcl.fct]
// accept: a constrained pack is more special than one without constraint
template <class T>
concept Small = sizeof(T) <= 4;
template <class T>
concept Tiny = Small<T> && sizeof(T) == 1;
__tile__ constexpr int f(auto...) {
    return 1;
}
__tile__ constexpr int f(Tiny auto...) {
    return 2;
}

extern "C" __tile_global__ void test(int* out) { *out = f('a', 'b'); }
