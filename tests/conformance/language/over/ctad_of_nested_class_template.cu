// case: ctad_of_nested_class_template
// spec: [over.match.class.deduct]/1
// accept: the static assertions hold
template <class T> struct O {
    template <class U> struct I {
        U v;
        constexpr I(U u) : v(u) {}
    };
};
constexpr O<int>::I i(3L);
static_assert(sizeof(i.v) == 8);
extern "C" __tile_global__ void test(int *p) {}
