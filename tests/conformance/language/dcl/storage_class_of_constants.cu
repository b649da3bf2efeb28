// case: storage_class_of_constants
// spec: [dcl.stc], [basic.link]/3
// arg: out i32[2]
// expect: [9, 4]
static const int s = 4;
extern const int e;
const int e = 9;
extern "C" __tile_global__ void test(int* out) { out[0] = e; out[1] = s; }
