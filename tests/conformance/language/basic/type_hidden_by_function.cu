// case: type_hidden_by_function
// spec: [basic.scope.hiding]/2, [basic.lookup.elab]/1
// arg: i32 = 6
// arg: out i32[3]
// expect: [12, 8, 8]
// note: a function hides a class of its name; `struct` finds the class.
struct thing { int a, b; };
__tile__ int thing(int n) { return 2 * n; }

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = thing(n);
    struct thing t = {n, 2};
    out[1] = t.a + t.b;
    out[2] = sizeof(struct thing);
}
