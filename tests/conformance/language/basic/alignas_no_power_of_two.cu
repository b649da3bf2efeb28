// case: alignas_no_power_of_two
// spec: [dcl.align]/2
// reject: E0310 an alignment is a power of two
struct alignas(3) V { float a; };
extern "C" __tile_global__ void test(int* out) { V v{1}; *out = int(v.a); }
