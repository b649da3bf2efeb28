// case: type_of_an_inline_namespace_is_not_hidden
// spec: [namespace.qual]/2, [namespace.def]
// reject: E0302 a name of the same namespace alone hides a type
namespace N {
enum { c = 4 };
inline namespace M {
struct c {
    int v;
};
}
}
static_assert(N::c == 4);

extern "C" __tile_global__ void test(int*) {}
