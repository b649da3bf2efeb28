// case: arrow_chain
// spec: [over.ref]
// arg: i32 = 9
// arg: out i32[2]
// expect: [18, 4]
struct Leaf { int n; __tile__ int twice() const { return 2 * n; } };
struct First {
    Leaf* leaf;
    __tile__ Leaf* operator->() const { return leaf; }
};
struct Second {
    First first;
    __tile__ First const& operator->() const { return first; }
};
struct Third {
    Second second;
    __tile__ Second operator->() const { return second; }
};

extern "C" __tile_global__ void test(int n, int* out) {
    Leaf leaf{n};
    Third third{{{&leaf}}};
    out[0] = third->twice();
    third->n = 4;
    out[1] = leaf.n;
}
