// case: int_is_no_enum
// spec: [dcl.enum], [conv.integral]
// reject: E0503 an int does not convert to an enumeration by itself
enum Plain { a };
extern "C" __tile_global__ void test(int n, int* out) { Plain p = n; *out = p; }
