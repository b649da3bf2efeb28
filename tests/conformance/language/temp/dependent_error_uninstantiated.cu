// case: dependent_error_uninstantiated
// spec: [temp.res.general]
// accept: the body depends on T, and is not instantiated for a T
template <typename T>
__tile__ int f(T x) {
    typename T::type n = x.missing(1);
    return n + T::value;
}

extern "C" __tile_global__ void test(int* out) { *out = 1; }
