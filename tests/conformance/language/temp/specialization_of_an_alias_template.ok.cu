// case: specialization_of_an_alias_template
// spec: [temp.expl.spec]/1
// accept: the same, corrected
template <class T> struct Widen { using type = T; };
template <> struct Widen<int> { using type = long; };
template <class T> using Wide = typename Widen<T>::type;
extern "C" __tile_global__ void test(int* out) { *out = sizeof(Wide<int>); }
