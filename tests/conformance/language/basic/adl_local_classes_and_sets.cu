// case: adl_local_classes_and_sets
// spec: [basic.lookup.argdep]/3
// accept: local classes and closures are of the namespace around their function; a set has the namespaces of its functions
namespace N {
template<class T> constexpr int of(T) { return 7; }
inline auto closure = [] { return 1; };
constexpr auto local() {
    struct L {
        int v;
    };
    return L{3};
}
template<class T> constexpr auto closure_of() {
    return [](T x) { return x; };
}
struct P {};
enum E { e };
constexpr int called(int (*)(P)) { return 9; }
}
namespace Q {
constexpr int f(N::P) { return 1; }
constexpr int f(int) { return 2; }
}
static_assert(of(N::closure) == 7);
static_assert(of(N::local()) == 7);
static_assert(of(N::closure_of<int>()) == 7);
static_assert(of(N::e) == 7);
static_assert(called(Q::f) == 9);
static_assert(called(&Q::f) == 9);

extern "C" __tile_global__ void test(int*) {}
