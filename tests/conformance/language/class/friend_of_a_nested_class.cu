// case: friend_of_a_nested_class
// spec: [class.friend]/6
// accept: a friend declaration in a nested class may define what its namespace declares
namespace N {
struct S {
    int v;
};
constexpr int get(const S&);
struct Outer {
    struct Inner {
        friend constexpr int get(const S& s) { return s.v + 1; }
    };
};
}
static_assert(N::get(N::S{3}) == 4);

extern "C" __tile_global__ void test(int*) {}
