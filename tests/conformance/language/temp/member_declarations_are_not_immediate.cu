// case: member_declarations_are_not_immediate
// spec: [temp.inst]/3, [temp.deduct]/8
// reject: E0303 the declarations of members are instantiated with the class, outside of the immediate context
template <class T> struct B {};
template <class T> struct S {
    S(int);
    S(typename B<T>::type);
};
template <class U> constexpr bool k() { return requires { S<U>{1}; }; }
extern "C" __tile_global__ void test(int* out) { *out = k<int>(); }
