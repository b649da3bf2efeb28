// case: nondependent_member
// spec: [temp.nondep], [temp.res.general]
// reject: E0303 the class is known, and has no such member
struct Slice {
    int from, to;
};
template <class T>
struct Table {
    T data[8];
    __tile__ T at(Slice s) const {
        if (s.from < s.until) return data[s.from];
        return data[0];
    }
};

extern "C" __tile_global__ void test(int* out) { *out = 1; }
