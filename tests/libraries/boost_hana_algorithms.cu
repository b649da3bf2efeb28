// Constants of a library that users include; the values are those of g++ and clang.
#include <boost/hana.hpp>
namespace hana = boost::hana;
using namespace hana::literals;
constexpr auto xs = hana::make_tuple(1, 2.0, 'c');
static_assert(hana::zip(hana::make_tuple(1, 2), hana::make_tuple('a', 'b')) == hana::make_tuple(hana::make_tuple(1, 'a'), hana::make_tuple(2, 'b')));
static_assert(hana::reverse(xs) == hana::make_tuple('c', 2.0, 1));
static_assert(hana::sort(hana::tuple_c<int, 3, 1, 2>) == hana::tuple_c<int, 1, 2, 3>);
static_assert(hana::concat(hana::make_tuple(1), hana::make_tuple(2)) == hana::make_tuple(1, 2));
static_assert(hana::take_front(xs, 2_c) == hana::make_tuple(1, 2.0));
static_assert(hana::drop_front(xs) == hana::make_tuple(2.0, 'c'));
static_assert(hana::any_of(hana::tuple_t<int, char>, hana::trait<std::is_integral>));
static_assert(hana::all_of(hana::tuple_t<int, char>, hana::trait<std::is_integral>));
static_assert(hana::unpack(hana::tuple_c<int, 1, 2, 3>, [](auto... i) { return (decltype(i)::value + ... + 0); }) == 6);
static_assert(hana::at_key(hana::make_map(hana::make_pair(hana::int_c<1>, 'x')), hana::int_c<1>) == 'x');
static_assert(hana::maximum(hana::tuple_c<int, 4, 9, 2>) == 9_c);
static_assert(hana::partition(hana::tuple_c<int, 1, 2, 3>, [](auto n) { return n % hana::int_c<2> == hana::int_c<0>; }) == hana::make_pair(hana::tuple_c<int, 2>, hana::tuple_c<int, 1, 3>));
static_assert(hana::count_if(hana::tuple_t<int, char, long>, [](auto t) { return hana::sizeof_(t) == hana::size_c<4>; }) == hana::size_c<1>);
static_assert(BOOST_HANA_STRING("abc") == BOOST_HANA_STRING("abc"));
static_assert(hana::length(BOOST_HANA_STRING("abcd")) == hana::size_c<4>);
static_assert(hana::just(3) == hana::just(3) && hana::nothing != hana::just(3));
static_assert(hana::transform(hana::just(3), [](int x) { return x + 1; }) == hana::just(4));
struct Point { BOOST_HANA_DEFINE_STRUCT(Point, (int, x), (int, y)); };
constexpr int total(const Point& p) { int s = 0; hana::for_each(p, hana::fuse([&](auto, int v) { s += v; })); return s; }
static_assert(total(Point{3, 4}) == 7);
static_assert(hana::compose([](int x) { return x + 1; }, [](int x) { return x * 2; })(3) == 7);
static_assert(hana::overload([](int) { return 1; }, [](char) { return 2; })('c') == 2);
static_assert(hana::cartesian_product(hana::make_tuple(hana::tuple_c<int, 1, 2>, hana::tuple_c<int, 3>)) == hana::make_tuple(hana::tuple_c<int, 1, 3>, hana::tuple_c<int, 2, 3>));
static_assert(hana::unique(hana::tuple_c<int, 1, 1, 2, 2, 1>) == hana::tuple_c<int, 1, 2, 1>);
static_assert(hana::group(hana::tuple_c<int, 1, 1, 2>) == hana::make_tuple(hana::tuple_c<int, 1, 1>, hana::tuple_c<int, 2>));
static_assert(hana::to_tuple(hana::range_c<int, 0, 3>) == hana::tuple_c<int, 0, 1, 2>);
static_assert(hana::lexicographical_compare(hana::make_tuple(1, 2), hana::make_tuple(1, 3)));
static_assert(hana::scan_left(hana::make_tuple(1, 2, 3), 0, hana::plus) == hana::make_tuple(0, 1, 3, 6));
