// Constants of a library that users include; the values are those of g++ and clang.
#include <boost/mp11.hpp>
using namespace boost::mp11;
template <class... T> struct L {};
static_assert(mp_size<L<int, char, long>>::value == 3);
static_assert(std::is_same_v<mp_reverse<L<int, char, long>>, L<long, char, int>>);
static_assert(std::is_same_v<mp_push_front<L<int>, char>, L<char, int>>);
static_assert(std::is_same_v<mp_unique<L<int, char, int, char>>, L<int, char>>);
static_assert(mp_find<L<int, char, long>, long>::value == 2);
template <class T> using is_small = mp_bool<(sizeof(T) < 4)>;
static_assert(std::is_same_v<mp_copy_if<L<int, char, short, long>, is_small>, L<char, short>>);
template <class A, class B> using by_size = mp_bool<(sizeof(A) < sizeof(B))>;
static_assert(std::is_same_v<mp_sort<L<long, char, int>, by_size>, L<char, int, long>>);
static_assert(mp_count<L<int, int, char>, int>::value == 2);
static_assert(std::is_same_v<mp_product<L, L<int, char>, L<long, short>>, L<L<int, long>, L<int, short>, L<char, long>, L<char, short>>>);
constexpr int total() { int s = 0; mp_for_each<mp_iota_c<10>>([&](auto i) { s += i; }); return s; }
static_assert(total() == 45);
static_assert(mp_fold<mp_iota_c<6>, mp_size_t<0>, mp_plus>::value == 15);
static_assert(mp_with_index<4>(2, [](auto i) { return int(i) * 3; }) == 6);
