// case: qualification_multi_level
// spec: [conv.qual]
// arg: i32 = 3
// arg: out i32[2]
// expect: [3, 8]
template <class From, class To>
constexpr bool converts = requires(From from, void (*f)(To)) { f(from); };
static_assert(converts<int*, int const*>);
static_assert(!converts<int const*, int*>);
static_assert(!converts<int**, int const**>);
static_assert(converts<int**, int const* const*>);
static_assert(converts<int**, int* const*>);
static_assert(converts<int***, int* const* const*>);
static_assert(!converts<int***, int const** const*>);
static_assert(converts<int* const*, int const* const*>);
static_assert(converts<int(*)[3], int const(*)[3]>);
static_assert(converts<int(*)[3], int(*)[]>);
static_assert(!converts<int volatile*, int const*>);

extern "C" __tile_global__ void test(int n, int* out) {
    int* p = &n;
    int const* const* q = &p;
    out[0] = **q;
    n = 8;
    out[1] = **q;
}
