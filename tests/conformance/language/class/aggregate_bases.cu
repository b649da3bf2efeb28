// case: aggregate_bases
// spec: [dcl.init.aggr], [class.derived]
// arg: i32 = 4
// arg: out i32[4]
// expect: [4, 5, 6, 9]
// note: an aggregate's bases are initialised first, by their own lists or with elided braces.
struct Base {
    int a, b = 9;
};
struct Derived : Base {
    int c;
};

extern "C" __tile_global__ void test(int n, int* out) {
    Derived d{{n, n + 1}, n + 2};
    out[0] = d.a;
    out[1] = d.b;
    out[2] = d.c;
    Derived e{{n}};
    out[3] = e.b + e.c;
}
