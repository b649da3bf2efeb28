// case: nondependent_member
// spec: [temp.nondep], [temp.res.general]
// accept: the same, corrected
struct Slice {
    int from, to;
};
template <class T>
struct Table {
    T data[8];
    __tile__ T at(Slice s) const {
        if (s.from < s.to) return data[s.from];
        return data[0];
    }
};

extern "C" __tile_global__ void test(int* out) { *out = 1; }
