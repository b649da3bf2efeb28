// case: nondependent_return
// spec: [temp.nondep], [temp.res.general]
// reject: E0503 the type that is returned is known
template <class T>
__tile__ int find(T const* p, T x, int* index) {
    if (*p == x) return index + 1;
    return *index;
}

extern "C" __tile_global__ void test(int* out) { *out = 1; }
