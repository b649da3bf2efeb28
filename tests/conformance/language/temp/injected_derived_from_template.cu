// case: injected_derived_from_template
// spec: [temp.local]/1
// accept: it is well-formed
template <class T> struct A {};
template <class T> struct C : A<T> {
    typename C::A a;
};
extern "C" __tile_global__ void test(int *p) {}
