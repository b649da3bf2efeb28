// case: type_hidden_by_variable
// spec: [basic.scope.hiding]/2, [basic.lookup.elab]/1
// arg: i32 = 6
// arg: out i32[2]
// expect: [6, 1]
enum level { low = 1 };
extern "C" __tile_global__ void test(int n, int* out) {
    int level = n;
    enum level e = low;
    out[0] = level;
    out[1] = e;
}
