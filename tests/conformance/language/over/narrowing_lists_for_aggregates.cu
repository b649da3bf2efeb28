// case: narrowing_lists_for_aggregates
// spec: [over.ics.list]/8, [over.best.ics]/2, [dcl.init.list]/7
// arg: out i32[2]
// expect: [3, 63]
// note: a list converts to an aggregate though it narrows, so that the call is ambiguous or ill-formed
struct Whole { int n; };
struct Real { double x; constexpr Real(double x) : x(x) {} };
constexpr int only(Whole) { return 1; }
constexpr int either(Whole) { return 2; }
constexpr int either(Real) { return 3; }
constexpr int chosen(Whole, int) { return 6; }
constexpr int chosen(Real, long) { return 7; }
template <class T>
constexpr bool once = requires(T t) { only({t}); };
template <class T>
constexpr bool ambiguous = !requires(T t) { either({t}); };
template <class T>
constexpr bool chooses = requires(T t) { chosen({t}, 1); };
template <class T>
constexpr bool lists = requires(T t) { Whole{t}; };
extern "C" __tile_global__ void test(int* out) {
    out[0] = int(once<int>) + 2 * !once<double>;
    out[1] = int(ambiguous<double>) + 2 * ambiguous<int> + 4 * !chooses<double> + 8 * chooses<int> + 16 * lists<int>
        + 32 * !lists<double>;
}
