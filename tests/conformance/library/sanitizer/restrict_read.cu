// case: restrict_read
// spec: 3.1 Undefined Behavior Annex
// ub: rule 32: two pointers to one object, which is changed
// arg: inout i32[8] = iota
// arg: i32 = 2
__tile__ void f(int* __restrict__ a, const int* __restrict__ b) { a[1] = b[1]; }
extern "C" __tile_global__ void test(int* o, int n) { f(o, o); }
