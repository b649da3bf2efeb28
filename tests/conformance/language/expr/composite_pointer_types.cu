// case: composite_pointer_types
// spec: [expr.type]/4, [conv.qual]/3
// accept: pointers that differ in inner qualifiers meet in a type that is `const` at all levels outside of them
template<class T, class U> constexpr bool same = false;
template<class T> constexpr bool same<T, T> = true;
struct X {};
struct Y : X {};
int** a;
const int** b;
int* const* c;
volatile int** d;
int X::** m;
const int X::** n;
int (*array)[3];
const int (*const_array)[3];
const int X::* of_base;
volatile int Y::* of_derived;
static_assert(same<decltype(true ? a : b), const int* const*>);
static_assert(same<decltype(true ? a : d), volatile int* const*>);
static_assert(same<decltype(true ? b : d), const volatile int* const*>);
static_assert(same<decltype(true ? b : c), const int* const*>);
static_assert(same<decltype(true ? m : n), const int X::* const*>);
static_assert(same<decltype(true ? array : const_array), const int (*)[3]>);
static_assert(same<decltype(true ? of_base : of_derived), const volatile int Y::*>);
constexpr int choose(bool first) {
    int x = 3, y = 4;
    int* p = &x;
    const int* q = &y;
    int** pp = &p;
    const int** qq = &q;
    return **(first ? pp : qq) * 10 + (pp == qq);
}
static_assert(choose(true) == 30 && choose(false) == 40);

extern "C" __tile_global__ void test(int*) {}
