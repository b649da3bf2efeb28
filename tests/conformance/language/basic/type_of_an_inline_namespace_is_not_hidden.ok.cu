// case: type_of_an_inline_namespace_is_not_hidden
// spec: [namespace.qual]/2, [namespace.def]
// accept: the same, corrected
namespace N {
enum { c = 4 };
struct c {
    int v;
};
}
static_assert(N::c == 4);

extern "C" __tile_global__ void test(int*) {}
