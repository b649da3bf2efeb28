// case: ctad_aggregates
// spec: [over.match.class.deduct]/1
// accept: the static assertions hold
template <class T, class U> struct P {
    T a;
    U b;
};
constexpr P p{1, 2.0};
static_assert(__is_same(decltype(p), const P<int, double>));
constexpr P q(1, 'c');
static_assert(q.b == 'c');
extern "C" __tile_global__ void test(int *p) {}
