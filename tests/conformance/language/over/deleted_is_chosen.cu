// case: deleted_is_chosen
// spec: [dcl.fct.def.delete]/2, [over.match]/3
// reject: E0502 overload resolution chooses a deleted function
__tile__ int f(int n) { return n; }
__tile__ int f(double) = delete;

extern "C" __tile_global__ void test(int* out) { *out = f(1.5); }
