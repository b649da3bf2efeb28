// case: members_of_nested_classes_are_not_immediate
// spec: [temp.inst]/3, [temp.deduct]/8
// reject: E0307 the declarations of members of a nested class are instantiated with it
template <class T> struct O {
    struct I {
        typename T::type f();
    };
};
template <class U> concept K = requires(typename O<U>::I s) { s.f(); };
extern "C" __tile_global__ void test(int* out) { *out = K<int>; }
