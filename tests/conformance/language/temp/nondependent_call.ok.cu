// case: nondependent_call
// spec: [temp.nondep], [temp.res.general]
// accept: the same, corrected
struct Slice {
    int from, to;
};
__tile__ int length(Slice s) { return s.to - s.from; }
template <class T>
__tile__ T first(T const* p) {
    int size = 4;
    return p[length({0, size})];
}

extern "C" __tile_global__ void test(int* out) { *out = 1; }
