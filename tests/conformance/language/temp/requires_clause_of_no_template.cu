// case: requires_clause_of_no_template
// spec: [dcl.decl.general]/4
// reject: E0324 nothing could make it unsatisfied
__tile__ int twice(int n) requires(sizeof(int) == 4) { return 2 * n; }
extern "C" __tile_global__ void test(int* out, int n) { *out = twice(n); }
