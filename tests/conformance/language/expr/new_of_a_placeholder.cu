// case: new_of_a_placeholder
// spec: [expr.new]/2
// accept: the initialiser gives the type
template <class T, class U> constexpr bool same = false;
template <class T> constexpr bool same<T, T> = true;
template <class T> struct S {
    T t;
    constexpr S(T t) : t(t) {}
};
S(short) -> S<long>;
static_assert(same<decltype(new S(1)), S<int>*> && same<decltype(new S{'a'}), S<char>*>);
static_assert(same<decltype(new S(short(1))), S<long>*> && same<decltype(new auto(3)), int*>);
constexpr int f() {
    auto* p = new auto(3);
    S<int>* s = new S{4};
    int* a = new int[]{1, 2, 3};
    int n = *p + 2 * s->t + a[2];
    delete p;
    delete s;
    delete[] a;
    return n;
}
static_assert(f() == 14);
template <class T> concept Elements = requires { new T[]{1, nullptr}; };
static_assert(!Elements<int>);
extern "C" __tile_global__ void test(int* out) { out[0] = 1; }
