// case: fold_without_parentheses
// spec: [expr.prim.fold]/1
// reject: E0201 expected `;` after `return`, found `+`
template <class... T> constexpr int f(T... t) { return t + ...; }
extern "C" __tile_global__ void test(int *p) { p[0] = f(1, 2); }
