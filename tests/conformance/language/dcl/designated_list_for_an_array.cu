// case: designated_list_for_an_array
// spec: [over.ics.list]/2
// reject: E0312 a designated list converts to classes alone
struct P { int a, b; };
template <class T> int f(const T&);
int f(const int (&)[2]);
int f(long);
using R = decltype(f({.a = 1, .b = 2}));
static_assert(sizeof(R) == 4);
extern "C" __tile_global__ void test(int* out) { out[0] = 1; }
