// case: array_types
// spec: [basic.compound], [dcl.array]
// arg: out i32[5]
// expect: [24, 8, 4, 3, 1]
extern "C" __tile_global__ void test(int* out) {
    int a[2][3] = {{1, 2, 3}, {4, 5, 6}};
    int (*row)[3] = a;
    out[0] = sizeof(a);
    out[1] = sizeof(row);
    out[2] = row[1][0];
    out[3] = sizeof(*row) / sizeof(**row);
    out[4] = **a;
}
