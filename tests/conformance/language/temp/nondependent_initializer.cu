// case: nondependent_initializer
// spec: [temp.nondep], [temp.res.general]
// reject: E0503 both types are known
struct Slice {
    int from, to;
};
template <class T>
__tile__ int width(T, Slice s) {
    Slice* p = s.from + 1;
    return p->to;
}

extern "C" __tile_global__ void test(int* out) { *out = 1; }
