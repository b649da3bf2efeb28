// case: members_of_nested_classes_are_not_immediate
// spec: [temp.inst]/3, [temp.deduct]/8
// accept: the class has the type
template <class T> struct O {
    struct I {
        typename T::type f();
    };
};
struct T {
    using type = int;
};
template <class U> concept K = requires(typename O<U>::I s) { s.f(); };
static_assert(K<T>);
extern "C" __tile_global__ void test(int* out) { *out = K<T>; }
