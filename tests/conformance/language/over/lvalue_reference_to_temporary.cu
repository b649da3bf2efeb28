// case: lvalue_reference_to_temporary
// spec: [over.ics.ref]/3
// reject: E0312 int& takes no temporary
__tile__ int f(int& n) { return n; }
__tile__ int make() { return 1; }

extern "C" __tile_global__ void test(int* out) { *out = f(make()); }
