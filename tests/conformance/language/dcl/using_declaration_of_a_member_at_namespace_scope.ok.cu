// case: using_declaration_of_a_member_at_namespace_scope
// spec: [namespace.udecl]/8
// accept: the same, corrected
struct Box { enum Size { size = 3 }; };
using Box::size;
extern "C" __tile_global__ void test(int* out) { *out = size; }
