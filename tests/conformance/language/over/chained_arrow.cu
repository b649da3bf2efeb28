// case: chained_arrow
// spec: [over.ref]
// arg: i32 = 5
// arg: out i32[2]
// expect: [5, 6]
// note: operator-> is applied again until it gives a pointer.
struct Data {
    int n;
};
struct Inner {
    Data* d;
    __tile__ Data* operator->() const { return d; }
};
struct Outer {
    Inner i;
    __tile__ Inner const& operator->() const { return i; }
};

extern "C" __tile_global__ void test(int n, int* out) {
    Data d{n};
    Outer o{{&d}};
    out[0] = o->n;
    o->n = n + 1;
    out[1] = d.n;
}
