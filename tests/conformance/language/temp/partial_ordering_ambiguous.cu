// case: partial_ordering_ambiguous
// spec: [temp.func.order]
// reject: E0501 each takes one pointer more than the other
template <class T, class U>
__tile__ int f(T*, U) {
    return 1;
}
template <class T, class U>
__tile__ int f(T, U*) {
    return 2;
}

extern "C" __tile_global__ void test(int* out) { *out = f(out, out); }
