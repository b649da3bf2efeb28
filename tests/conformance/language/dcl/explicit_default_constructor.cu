// case: explicit_default_constructor
// spec: [over.match.list]/1
// accept: copy-list-initialisation does not choose it
struct Q {
    int a;
    constexpr explicit Q(int n = 1) : a(n) {}
};
struct X {
    int n;
    Q q;
};
struct Y {
    int n;
    Q q = Q();
};
template <class T> concept Taken = requires { [](T) {}({}); };
template <class T> concept Made = requires { T{}; };
static_assert(!Taken<Q> && Made<Q> && !Taken<X> && !Made<X> && Taken<Y> && Made<Y>);
extern "C" __tile_global__ void test(int* out) { out[0] = 1; }
