// Declarators inside out, and which parentheses are parameters.
int a, *b, c[2][3], &d = a, (*e)[4], *f[5];
int (*g)(int), (*h[2])(int, char), *i(int), (*j(double))(int);
const int *const k = &a, *volatile l;
int const m = 1;
unsigned long long int n;
long unsigned o;
signed char p;
short q = 'a';
using fn = int(int, ...);
using ptr_to_fn = void (*)(fn);
typedef int array_of_3[3], *pointer;
int variadic(int first, ...);
int no_params(void);
int (parenthesised) = 3;
struct S { int x; int f(int) const; static int y; };
int S::*member = &S::x;
int (S::*method)(int) const = &S::f;
int S::y = 4;
int S::f(int v) const { return v + x; }
auto trailing(int x) -> decltype(x + 1);
auto pointer_to_array() -> int (*)[3];
S object(a);
S function();
S function_of_type(S);
S object_of_value(a, 3);
S braces{1};
S equals = {1};
const char text[] = "ab" "c\n";
int bits = 0b1010'0001, oct = 017, hex = 0xFFu;
float single = 1.5f;
double dbl = 1e-3, hexfloat = 0x1.8p3;
int a1 = sizeof(int), a2 = sizeof a, a3 = sizeof(a), a4 = alignof(S);
extern "C" int c_function(int), c_variable;
extern "C++" { int cxx_function(); }
extern int external;
static inline constexpr int constant = 3;
thread_local int local;
void takes_array(int v[], int w[3], const char *const names[]);
void reference(int (&r)[3], int &&rr);
void defaults(int x = 1, int y = (2, 3), S z = {}, bool b = 1 < 2);
int operator"" _x(unsigned long long);
S operator+(S, S);
void *operator new[](unsigned long);
//= tree
// Variable a: int
// Variable b: ptr(int)
// Variable c: array(array(int, 3), 2)
// Variable d: ref(int) = a
// Variable e: ptr(array(int, 4))
// Variable f: array(ptr(int), 5)
// Variable g: ptr(fn(int) -> int)
// Variable h: array(ptr(fn(int, char) -> int), 2)
// Function i: fn(int) -> ptr(int)
// Function j: fn(double) -> ptr(fn(int) -> int)
// Variable k: const ptr(const int) = (& a)
// Variable l: volatile ptr(const int)
// Variable m: const int = 1
// Variable n: unsigned long long
// Variable o: unsigned long
// Variable p: signed char
// Variable q: short = '97'
// TypeAlias fn = fn(int, ...) -> int
// TypeAlias ptr_to_fn = ptr(fn(fn) -> void)
// TypeAlias array_of_3 = array(int, 3)
// TypeAlias pointer = ptr(int)
// Function variadic: fn(int first, ...) -> int
// Function no_params: fn() -> int
// Variable parenthesised: int = 3
// Class struct S
//   Field x: int
//   Function f: fn(int) const -> int
//   Variable static y: int
// Variable member: memptr(S, int) = (& S::x)
// Variable method: memptr(S, fn(int) const -> int) = (& S::f)
// Variable S::y: int = 4
// Function S::f: fn(int v) const -> int
//   Compound
//     Return (+ v x)
// Function trailing: fn(int x) -> decltype (+ x 1)
// Function pointer_to_array: fn() -> ptr(array(int, 3))
// Variable object: S (a)
// Function function: fn() -> S
// Function function_of_type: fn(S) -> S
// Variable object_of_value: S (a, 3)
// Variable braces: S {1}
// Variable equals: S = {1}
// Variable text: array(const char) = "abc\n"
// Variable bits: int = 161
// Variable oct: int = 15
// Variable hex: int = 255u
// Variable single: float = 1.5f
// Variable dbl: double = 0.001
// Variable hexfloat: double = 12.0
// Variable a1: int = (sizeof type int)
// Variable a2: int = (sizeof a)
// Variable a3: int = (sizeof (paren a))
// Variable a4: int = (alignof type S)
// LinkageSpec C
//   Function c_function: fn(int) -> int
//   Variable c_variable: int
// LinkageSpec C++ braces
//   Function cxx_function: fn() -> int
// Variable extern external: int
// Variable static inline constexpr constant: int = 3
// Variable thread_local local: int
// Function takes_array: fn(array(int) v, array(int, 3) w, array(const ptr(const char)) names) -> void
// Function reference: fn(ref(array(int, 3)) r, rref(int) rr) -> void
// Function defaults: fn(int x = 1, int y = (paren (, 2 3)), S z = {}, bool b = (< 1 2)) -> void
// Function operator""_x: fn(unsigned long long) -> int
// Function operator+: fn(S, S) -> S
// Function operator new[]: fn(unsigned long) -> ptr(void)
