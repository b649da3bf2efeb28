// case: adl_at_the_point_of_instantiation
// spec: [temp.point], [temp.dep.candidate]
// arg: out i32[4]
// expect: [1, 2, 1, 2]
// note: what a class or an alias of a template needs is instantiated where that is, and finds nothing that is declared behind it
namespace lib {
struct Early {};
struct Late {};
struct Kind {};
__tile__ constexpr int rank(const Early&, long) { return 1; }
__tile__ constexpr int rank(const Late&, long) { return 1; }
__tile__ constexpr char size(const Kind&, long) { return 0; }
}
template <class T>
__tile__ constexpr int ranked(T t) { return rank(t, 1); }
template <class T>
struct Ranked { static constexpr int value = rank(T{}, 1); };
template <class T>
using Size = decltype(size(T{}, 1));
constexpr int member = Ranked<lib::Early>::value;
constexpr int width = sizeof(Size<lib::Kind>);
namespace lib {
__tile__ constexpr int rank(const Early&, int) { return 2; }
__tile__ constexpr int rank(const Late&, int) { return 2; }
__tile__ constexpr int size(const Kind&, int) { return 0; }
}
constexpr int late = ranked(lib::Late{});
extern "C" __tile_global__ void test(int* out) {
    out[0] = member;
    out[1] = late;
    out[2] = width;
    out[3] = Ranked<lib::Late>::value;
}
