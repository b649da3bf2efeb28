// case: using_declaration_of_no_base
// spec: [namespace.udecl]/3
// accept: the same, corrected
struct Other { __tile__ int id() const { return 1; } };
struct Own : private Other { using Other::id; };
extern "C" __tile_global__ void test(int* out) { *out = Own{}.id(); }
