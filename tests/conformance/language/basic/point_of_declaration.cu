// case: point_of_declaration
// spec: [basic.scope.pdecl]/1, [basic.scope.pdecl]/2
// arg: i32 = 3
// arg: out i32[4]
// expect: [12, 8, 40, 2]
// note: a name is declared behind its complete declarator, before its initialiser; an enumerator behind its value.
constexpr int x = 12;

extern "C" __tile_global__ void test(int n, int* out) {
    int y = n + 9;
    {
        int z = x, x[2] = {z, 4};       // the outer x, then the inner
        out[0] = x[0];
        out[1] = sizeof(x);
    }
    const int i = 2;
    {
        int i[i + 8];                   // the bound is the outer i
        out[2] = sizeof(i);
    }
    enum { x = x / 6 };                 // the value is the outer x
    out[3] = x;
    (void)y;
}
