// case: many_overriders
// spec: [class.virtual]/2, [implimits]
// reject: E0551 E0551 fifty in `C`, and fifty in each of the fifty bases of `D`
#define TEN(F, n) F(n##0) F(n##1) F(n##2) F(n##3) F(n##4) F(n##5) F(n##6) F(n##7) F(n##8) F(n##9)
#define ALL(F) TEN(F, 1) TEN(F, 2) TEN(F, 3) TEN(F, 4) TEN(F, 5)
struct V { virtual int f() const { return 0; } };
#define OVERRIDER(n) struct A##n : virtual V { int f() const; }; struct B##n : A##n {};
ALL(OVERRIDER)
#define BASE(n) B##n,
struct C : ALL(BASE) virtual V {};
#define COPY(n) struct E##n : C {};
ALL(COPY)
#define COPY_BASE(n) E##n,
struct D : ALL(COPY_BASE) virtual V {};
static_assert(sizeof(D) > 0);
extern "C" __tile_global__ void test(int* out) { *out = 1; }
