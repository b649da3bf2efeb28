// case: using_declaration_meets_a_local
// spec: [namespace.udecl]/10
// reject: E0309 one name, two variables in one block
namespace limits { constexpr int most = 4; }
extern "C" __tile_global__ void test(int* out) {
    int most = 3;
    using limits::most;
    *out = most;
}
