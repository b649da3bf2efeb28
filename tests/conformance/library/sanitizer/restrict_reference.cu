// case: restrict_reference
// spec: 3.1 Undefined Behavior Annex
// ub: rule 32: the pointer is to what the reference is
// arg: inout i32[8] = iota
__tile__ void f(int& __restrict__ r, int* p) {
    r = 3;
    p[0] = 4;
}
extern "C" __tile_global__ void test(int* o) { f(o[0], o); }
