// case: brace_elision
// spec: [dcl.init.aggr]/13
// arg: i32 = 1
// arg: out i32[6]
// expect: [123, 57, 40, 203, 94, 3]
struct In { int a, b; };
struct Out { In i; int c; In j[2]; };
struct WithClass { In i; int k; };

extern "C" __tile_global__ void test(int n, int* out) {
    Out o = {n, 2, 3, 4, 5, 6, 7};
    out[0] = o.i.a * 100 + o.i.b * 10 + o.c;
    out[1] = o.j[0].b * 10 + o.j[1].b;
    int m[2][3] = {1, 2, 3, 4};
    out[2] = m[1][0] * 10 + m[1][1];
    int k[][2] = {{1}, {2, 3}};
    out[3] = sizeof(k) / sizeof(k[0]) * 100 + k[0][1] * 10 + k[1][1];
    In i{8, 9};
    WithClass w{i, 4};        // an object of the member's type initialises it whole
    out[4] = w.i.b * 10 + w.k;
    Out e = {{n}, 3};
    out[5] = e.i.b + e.c + e.j[1].a;
}
