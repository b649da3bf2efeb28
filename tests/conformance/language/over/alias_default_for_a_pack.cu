// case: alias_default_for_a_pack
// spec: [over.match.class.deduct]/3, [temp.param]/9
// accept: a parameter of the alias that nothing says has its default argument, also where the class has a pack
template<class T, class U> constexpr bool same = false;
template<class T> constexpr bool same<T, T> = true;
template<class... T> struct S {
    S(T*...);
    template<class U> S(U, U);
};
template<class V = int> using L = S<V>;
static_assert(same<decltype(L(1, 1)), S<int>>);
char* p;
static_assert(same<decltype(L(p)), S<char>>);

extern "C" __tile_global__ void test(int*) {}
