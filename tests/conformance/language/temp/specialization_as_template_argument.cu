// case: specialization_as_template_argument
// spec: [temp.arg.template]/1
// reject: E0402 a specialisation of a class template for a template template parameter
template <class... T> struct List { static constexpr int size = sizeof...(T); };
template <template <class...> class L> struct Apply { using type = L<int, long>; };
extern "C" __tile_global__ void test(int* out) { *out = Apply<List<>>::type::size; }
