// case: definition_of_an_inline_namespaces_member
// spec: [namespace.def]/8
// arg: out i32[5]
// expect: [3, 7, 11, 4, 6]
namespace library {
inline namespace v1 {
template <class T> constexpr int first(T a, int b = 3);
constexpr int second(int a);
inline namespace abi {
constexpr int third(int a);
}
struct Box;
template <class T> struct Pair;
}
namespace other {
constexpr int third(int a);
}
}

template <class T> constexpr int library::first(T, int b) { return b; }
constexpr int library::second(int a) { return a + 1; }
constexpr int library::third(int a) { return a + 1; }
struct library::Box { int size = 4; };
template <class T> struct library::Pair { T x, y; };

extern "C" __tile_global__ void test(int* out) {
    out[0] = library::first(1);
    out[1] = library::second(6);
    out[2] = library::third(10);
    out[3] = library::Box{}.size;
    out[4] = library::v1::Pair<int>{2, 4}.x + library::Pair<int>{2, 4}.y;
}
