// case: member_enum_defined_outside
// spec: [temp.expl.spec]/1
// accept: the static assertions hold
template <class T> struct A {
    enum class E : int;
};
template <class T> enum class A<T>::E : int { x = sizeof(T) };
static_assert((int)A<long>::E::x == 8);
extern "C" __tile_global__ void test(int *p) {}
