// case: non_dependent_calls_bind_early
// spec: [temp.nondep], [temp.dep.candidate]
// arg: out i32[4]
// expect: [1, 1, 30, 1]
// note: a call without dependent arguments sees what is declared before the template; one with them also what is associated with its arguments later, but for `int` nothing is

namespace lib { struct Late { operator double() const; }; }
__tile__ int rank(double) { return 1; }
template <class T> __tile__ int fixed(T) { return rank(1); }
template <class T> __tile__ int open(T value) { return rank(value); }
__tile__ int rank(int) { return 2; }
namespace lib { __tile__ int rank(Late) { return 30; } }

extern "C" __tile_global__ void test(int* out) {
    out[0] = fixed(1);
    out[1] = open(1);
    out[2] = open(lib::Late{});
    out[3] = fixed(lib::Late{});
}
