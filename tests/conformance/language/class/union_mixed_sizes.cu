// case: union_mixed_sizes
// spec: [class.union.general]
// arg: i32[3] = [0, 1, 2]
// arg: out i32[3]
// expect: [65, 1000, 7]
// note: members of different sizes and structures share the storage.
struct Pair {
    short a, b;
};
union Value {
    char c;
    long l;
    Pair p;
};

extern "C" __tile_global__ void test(int* in, int* out) {
    for (int k = 0; k < 3; ++k) {
        Value v;
        if (in[k] == 0) v.c = 'A';
        else if (in[k] == 1) v.l = 1000;
        else v.p = Pair{3, 4};
        int got = 0;
        if (in[k] == 0) got = v.c;
        if (in[k] == 1) got = static_cast<int>(v.l);
        if (in[k] == 2) got = v.p.a + v.p.b;
        out[k] = got;
    }
}
