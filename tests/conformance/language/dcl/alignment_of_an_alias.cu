// case: alignment_of_an_alias
// spec: [dcl.align]
// reject: E0524 GNU's alignment of the name of a type is none that tile code can mean, wherever it stands
using Wide = int __attribute__((aligned(16)));
extern "C" __tile_global__ void test(int* out) { Wide w = 1; *out = w + alignof(Wide); }
