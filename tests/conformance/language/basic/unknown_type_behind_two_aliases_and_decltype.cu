// case: unknown_type_behind_two_aliases_and_decltype
// spec: [basic.lookup.unqual]
// reject: E0301 the first alias is wrong, and all others follow from it
using F = Unknown;
using G = F*;
G h;
using H = decltype(h);
H i;
extern "C" __tile_global__ void test(int* out) { *out = *i; }
