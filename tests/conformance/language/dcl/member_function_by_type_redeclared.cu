// case: member_function_by_type_redeclared
// spec: [dcl.fct]/13
// reject: E0309 `T::g(int)` is declared a second time in its class
using F = int(int);
struct T {
    F g;
    int g(int);
};
extern "C" __tile_global__ void test(int *p) {
    T t;
    p[0] = sizeof(t.g(4));
}
