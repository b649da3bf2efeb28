//@ check
// Nothing is said of a function of the host that tile code does not need; where tile code names one, its mistake is told.
struct S { int v; };
S unused(int)();
S a(S(), S)();   //~ error[E0310]
int b(int)[3];   //~ error[E0310]
S c(S(), S)();   //~ error[E0310]
__tile_global__ void size(int *out) { out[0] = sizeof(a); }
__tile_global__ void type(int *out) { out[0] = __is_same(decltype(b), int); }
__tile_global__ void address(int *out) { out[0] = &c != nullptr; }
