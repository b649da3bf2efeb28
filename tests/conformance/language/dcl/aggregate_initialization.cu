// case: aggregate_initialization
// spec: [dcl.init.aggr]
// arg: out i32[9]
// expect: [1, 2, 0, 4, 5, 7, 0, 3, 9]
// note: braces may be elided; what has no initialiser gets its default or zero.
struct Inner {
    int a, b;
};
struct Outer {
    Inner first;
    int second[3];
    int last = 9;
};

extern "C" __tile_global__ void test(int* out) {
    Outer o{1, 2, {0, 4}, 5};
    out[0] = o.first.a;
    out[1] = o.first.b;
    out[2] = o.second[0];
    out[3] = o.second[1];
    out[4] = o.last;
    Outer d{.first = {.b = 7}, .second = {0, 3}};
    out[5] = d.first.b;
    out[6] = d.first.a + d.second[2];
    out[7] = d.second[1];
    out[8] = d.last;
}
