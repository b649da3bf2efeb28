// case: unknown_type_of_an_alias_of_a_variable
// spec: [basic.lookup.unqual]
// reject: E0301 the alias is wrong, and the kernel needs the variable that is declared by it
using F = Unknown(int);
F h;
extern "C" __tile_global__ void test(int* out) { *out = h(1); }
