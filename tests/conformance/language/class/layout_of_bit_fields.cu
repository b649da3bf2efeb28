// case: layout_of_bit_fields
// spec: [class.bit]
// arg: out i32[1]
// expect: [1]
// note: sizes of the Itanium C++ ABI, as g++ gives them; an unnamed bit-field gives no alignment.
struct A { int a : 3; int b : 5; };
struct B { char a; int b : 20; };
struct C { int a : 20; int b : 20; };
struct D { int a : 3; int : 0; int b : 3; };
struct E { char a : 3; int b : 10; char c : 2; };
struct F { long a : 40; int b : 30; };
struct G { int a : 3; char b; int c : 4; };
struct H { unsigned char a : 4; unsigned char b : 5; };
struct I { bool a : 1; bool b : 1; int c : 30; };
struct J { int a; int b : 9; short c; };
struct K { int : 5; char x; };
struct L { char x; int : 0; };
struct M { char x; int : 0; char y; };
struct N { short s : 9; char c; short t : 9; };
union O { int a : 3; char c; };

static_assert(sizeof(A) == 4 && alignof(A) == 4);
static_assert(sizeof(B) == 4 && alignof(B) == 4);
static_assert(sizeof(C) == 8 && alignof(C) == 4);
static_assert(sizeof(D) == 8 && alignof(D) == 4);
static_assert(sizeof(E) == 4 && alignof(E) == 4);
static_assert(sizeof(F) == 16 && alignof(F) == 8);
static_assert(sizeof(G) == 4 && alignof(G) == 4);
static_assert(sizeof(H) == 2 && alignof(H) == 1);
static_assert(sizeof(I) == 4 && alignof(I) == 4);
static_assert(sizeof(J) == 8 && alignof(J) == 4);
static_assert(sizeof(K) == 2 && alignof(K) == 1);
static_assert(sizeof(L) == 4 && alignof(L) == 1);
static_assert(sizeof(M) == 5 && alignof(M) == 1);
static_assert(sizeof(N) == 6 && alignof(N) == 2);
static_assert(sizeof(O) == 4 && alignof(O) == 4);

extern "C" __tile_global__ void test(int* out) { *out = 1; }
