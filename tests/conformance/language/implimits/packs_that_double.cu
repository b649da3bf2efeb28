// case: packs_that_double
// spec: [implimits]
// reject: E0408 each call has twice the arguments of the one before
template <class... T>
__tile__ int grow(T... a) {
    return grow(a..., a...);
}
extern "C" __tile_global__ void test(int* out) {
    *out = grow(1);
}
