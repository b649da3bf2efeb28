// case: return_of_different_union_members
// spec: [stmt.return]
// arg: i32[3] = [0, 1, 2]
// arg: out i64[6]
// expect: [10, 0, 99, 1, -5, 2]
// note: the returns of one function leave members of different sizes
union inner {
    char c;
    long l;
    constexpr inner(char x) : c(x) {}
    constexpr inner(long x) : l(x) {}
};
union outer {
    int i;
    inner rest;
    constexpr outer(int x) : i(x) {}
    template <class T> constexpr outer(T x) : rest(x) {}
};
struct tagged {
    outer value;
    long tag;
    constexpr tagged(int x) : value(x), tag(0) {}
    constexpr tagged(char x) : value(x), tag(1) {}
    constexpr tagged(long x) : value(x), tag(2) {}
};

__tile__ tagged make(int kind) {
    if (kind == 0)
        return 10;
    if (kind == 1)
        return 'c';
    return -5l;
}

extern "C" __tile_global__ void test(int const* kinds, long* out) {
    for (int i = 0; i < 3; ++i) {
        tagged t = make(kinds[i]);
        out[2 * i] = t.tag == 0 ? t.value.i : t.tag == 1 ? t.value.rest.c : t.value.rest.l;
        out[2 * i + 1] = t.tag;
    }
}
