// case: equivalent_arguments
// spec: [temp.type]
// arg: out i32[6]
// expect: [1, 1, 1, 0, 1, 1]
template <typename A, typename B>
constexpr bool same = false;
template <typename A>
constexpr bool same<A, A> = true;
template <int N, unsigned char C = 0>
struct X {};
template <bool B>
struct Y {};
template <auto V>
struct Z {};
enum E { a = 2 };
using Int = int;
template <typename T>
using Same = T;
constexpr int three = 3;

extern "C" __tile_global__ void test(int* out) {
    out[0] = same<X<3>, X<1 + 2>>;
    out[1] = same<X<three, 'a'>, X<sizeof(char[3]), 97>>;
    out[2] = same<Y<(3 > 2)>, Y<true>>;
    out[3] = same<Z<1>, Z<1u>>;
    out[4] = same<X<a>, X<2>>;
    out[5] = same<Same<Int>, int>;
}
