// case: invalid_paste
// spec: [cpp.concat]
// accept: nothing needs to be pasted
#define MEMBER(object, name) object.name
struct S { int x; };
extern "C" __tile_global__ void test(int* out) { *out = MEMBER(S{1}, x); }
