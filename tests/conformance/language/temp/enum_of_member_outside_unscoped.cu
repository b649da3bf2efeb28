// case: enum_of_member_outside_unscoped
// spec: [temp.mem.enum]
// accept: the static assertions hold
template <class T> struct A {
    enum E : int;
};
template <class T> enum A<T>::E : int { x = sizeof(T) };
static_assert((int)A<long>::x == 8);
extern "C" __tile_global__ void test(int *p) {}
