// case: union_anonymous
// spec: [class.union.anon]
// arg: i32 = 3
// arg: out i32[5]
// expect: [3, 4, 8, 5, 9]
// note: the members of an anonymous union are members of the class, or variables of the block.
struct Cell {
    int kind = 1;
    union {
        int count;
        float weight = 2.0f;
    };
    __tile__ Cell() {}
    __tile__ explicit Cell(int n) : kind(2), count(n) {}
};
struct Plain {
    union {
        int a;
        unsigned b;
    };
    int c;
};

extern "C" __tile_global__ void test(int n, int* out) {
    Cell c(n);
    out[0] = c.count;
    out[1] = static_cast<int>(Cell().weight) + c.kind;
    union {
        int i;
        unsigned u;
    };
    i = n + 5;
    out[2] = i;
    Plain p = {{n}, 2};
    out[3] = p.a + p.c;
    p.b = 7u;
    out[4] = static_cast<int>(p.b) + p.c;
}
