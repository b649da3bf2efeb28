// case: declaration_in_condition_of_type_name
// spec: [dcl.ambig.res], [stmt.ambig]
// arg: i32 = 3
// arg: out i32[3]
// expect: [3, 0, 8]
// note: what may be a declaration is one; in `sizeof(int())` stands a type.
struct T { int v; __tile__ T(int v = 0) : v(v) {} };
extern "C" __tile_global__ void test(int n, int* out) {
    T(a)(n);                            // declares a
    T b();                              // declares a function
    T(c);                               // declares c
    out[0] = a.v;
    out[1] = c.v;
    out[2] = sizeof(T (*)(int));
}
