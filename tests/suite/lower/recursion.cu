//@ check
// Tile code has no calls at run time; recursion that a constant ends is not a recursion.
template <int N> __tile__ int unrolled(int x) {
    if constexpr (N == 0)
        return x;
    else
        return unrolled<N - 1>(x) * 2;
}
__tile__ int factorial(int n) {
    return n <= 1 ? 1 : n * factorial(n - 1); //~ error
}

__tile_global__ void fine(int* p) {
    *p = unrolled<4>(*p);
}
__tile_global__ void recursive(int* p) {
    *p = factorial(*p);
}
