// case: elaborated_names_a_class
// spec: [basic.scope.pdecl]/7, [dcl.type.elab]/2
// arg: out i32[4]
// expect: [4, 8, 3, 1]
// note: the class that an elaborated type declares is named by its name alone, before its definition and behind it.
typedef struct Handle_st* Handle;
struct Made* make();
namespace lib {
struct Node {
    struct Leaf* leaf;
};
typedef struct Opaque* OpaquePtr;
} // namespace lib
template <class T> struct Count { static constexpr int value = 1; };
template <> struct Count<Handle_st*> { static constexpr int value = 4; };
template <> struct Count<Made*> { static constexpr int value = 8; };
template <> struct Count<lib::Leaf> { static constexpr int value = 3; };
int use(Handle_st*, lib::Opaque*);
struct Handle_st { char byte; };
static_assert(sizeof(*Handle()) == sizeof(Handle_st));
extern "C" __tile_global__ void test(int* out) {
    out[0] = Count<Handle>::value;
    out[1] = Count<decltype(make())>::value;
    out[2] = Count<decltype(lib::Node::leaf)>::value + 2;
    out[3] = sizeof(Handle_st);
}
