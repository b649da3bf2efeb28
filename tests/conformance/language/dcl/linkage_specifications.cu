// case: linkage_specifications
// spec: [dcl.link]/2, [dcl.link]/5
// arg: i32 = 2
// arg: out i32[2]
// expect: [2, 12]
extern "C" typedef int Function(int);
extern "C" { __tile__ int same(int n) { return n; } struct S { int v; __tile__ int get(int n) { return v + n; } }; }
extern "C" __tile_global__ void test(int n, int* out) {
    Function* f = same;
    out[0] = f(n);
    out[1] = S{10}.get(n);
}
