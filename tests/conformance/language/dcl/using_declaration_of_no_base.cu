// case: using_declaration_of_no_base
// spec: [namespace.udecl]/3
// reject: E0313 the class does not derive from it
struct Other { __tile__ int id() const { return 1; } };
struct Own { using Other::id; };
extern "C" __tile_global__ void test(int* out) { *out = Own{}.id(); }
