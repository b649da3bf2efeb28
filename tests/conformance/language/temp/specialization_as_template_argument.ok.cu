// case: specialization_as_template_argument
// spec: [temp.arg.template]/1 [temp.local]/1
// accept: the name of the template, and the injected-class-name, which names it too
template <template <class...> class L> struct Apply { using type = L<int, long>; };
template <class... T> struct List {
    static constexpr int size = sizeof...(T);
    static constexpr int applied() { return Apply<List>::type::size; }
};
struct Derived : List<char> {
    static constexpr int inherited() { return Apply<List>::type::size; }
};
static_assert(Apply<List>::type::size == 2);
static_assert(List<char>::applied() == 2);
static_assert(Derived::inherited() == 2);
extern "C" __tile_global__ void test(int* out) { *out = Apply<List>::type::size; }
