// case: invalid_paste
// spec: [cpp.concat]
// reject: E0145 a dot and a name make no token
#define MEMBER(object, name) object.##name
struct S { int x; };
extern "C" __tile_global__ void test(int* out) { *out = MEMBER(S{1}, x); }
