// Constants of a library that users include; the values are those of g++ and clang.
#include <boost/hana.hpp>
namespace hana = boost::hana;
using namespace hana::literals;
constexpr auto t = hana::make_tuple(1, 'a', 2.5);
static_assert(hana::size(t) == hana::size_c<3>);
static_assert(t[1_c] == 'a');
constexpr auto types = hana::tuple_t<int, char, long>;
static_assert(hana::contains(types, hana::type_c<char>));
static_assert(hana::transform(hana::make_tuple(1, 2, 3), [](int x) { return x * 2; }) == hana::make_tuple(2, 4, 6));
static_assert(hana::fold_left(hana::make_tuple(1, 2, 3), 0, [](int a, int b) { return a + b; }) == 6);
static_assert(hana::filter(types, [](auto t) { return hana::sizeof_(t) < hana::size_c<8>; }) == hana::tuple_t<int, char>);
static_assert(decltype(hana::is_valid([](auto&& x) -> decltype((void)x.foo) {})(1))::value == false);
constexpr auto m = hana::make_map(hana::make_pair(hana::type_c<int>, 1), hana::make_pair(hana::type_c<char>, 2));
static_assert(m[hana::type_c<char>] == 2);
static_assert(hana::if_(hana::true_c, 1, 'x') == 1);
