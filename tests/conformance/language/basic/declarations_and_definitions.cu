// case: declarations_and_definitions
// spec: [basic.def]/2
// arg: i32 = 2
// arg: out i32[4]
// expect: [2, 6, 3, 1]
// note: anything may be declared again, before and after its definition.
struct S;
enum class E : int;
__tile__ int f(int);
__tile__ int f(int);
typedef int I;
typedef int I;
using I = int;
struct S { int v; static const int k; };
struct S;
const int S::k = 3;
enum class E : int { one = 1 };
enum class E : int;
__tile__ int f(int n) { return n * S::k; }
__tile__ int f(int);
extern "C" __tile_global__ void test(I n, int* out) {
    S s{n};
    out[0] = s.v;
    out[1] = f(n);
    out[2] = S::k;
    out[3] = int(E::one);
}
