// case: guide_with_a_qualified_name
// spec: [temp.deduct.guide]/3
// reject: E0415 a guide is declared in the scope of its class template
namespace n {
template <class T> struct S {
    T v;
    constexpr S(T v) : v(v) {}
};
} // namespace n
n::S(char) -> n::S<int>;
extern "C" __tile_global__ void test(int *p) {
    n::S s('c');
    p[0] = sizeof(s);
}
