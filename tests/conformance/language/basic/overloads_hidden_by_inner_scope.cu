// case: overloads_hidden_by_inner_scope
// spec: [basic.scope.hiding]/1, [basic.lookup.unqual]/1
// arg: i32 = 3
// arg: out i32[3]
// expect: [20, 10, 30]
// note: lookup ends at the first scope that declares the name; a using-declaration brings the outer ones in.
__tile__ int f(int) { return 10; }
namespace inner {
__tile__ int f(double) { return 20; }
__tile__ int hidden(int n) { return f(n); }
}
namespace merged {
using ::f;
__tile__ int f(char) { return 30; }
__tile__ int both(int n) { return f(n); }
__tile__ int chars(int n) { return f(char(n)); }
}
extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = inner::hidden(n);
    out[1] = merged::both(n);
    out[2] = merged::chars(n);
}
