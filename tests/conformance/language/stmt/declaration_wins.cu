// case: declaration_wins
// spec: [stmt.ambig]
// arg: out i32[3]
// arg: i32 = 1
// expect: [1, 8, 2]

struct T { int m; __tile__ T(int x) : m(x) {} };

extern "C" __tile_global__ void test(int* out, int n) {
    int x = n;
    {
        T(x)(8);            // declares an x that hides the outer one
        out[1] = x.m;
    }
    out[0] = x;
    {
        T(x) = 2, (y){3};
        out[2] = x.m * (y.m - 2);
    }
}
