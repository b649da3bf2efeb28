// case: integral_promotion_types
// spec: [conv.prom]
// arg: i32 = 200
// arg: out i32[4]
// expect: [400, -201, 1, 1]
template <class T, class U> constexpr bool same = false;
template <class T> constexpr bool same<T, T> = true;
enum Small : unsigned char { s };
enum Wide : long { w };
struct Bits { unsigned low : 5; unsigned all : 32; long big : 40; };
static_assert(same<decltype(+short()), int>);
static_assert(same<decltype(+char()), int>);
static_assert(same<decltype(+false), int>);
static_assert(same<decltype(+u'x'), int>);
static_assert(same<decltype(+U'x'), unsigned>);
static_assert(same<decltype(+s), int>);
static_assert(same<decltype(+w), long>);
static_assert(same<decltype(+Bits().low), int>);
static_assert(same<decltype(+Bits().all), unsigned>);

extern "C" __tile_global__ void test(int n, int* out) {
    unsigned char a = static_cast<unsigned char>(n), b = static_cast<unsigned char>(n);
    out[0] = a + b;          // no wrap: both promote to int
    out[1] = ~a;
    unsigned short m = 65535;
    out[2] = (m << 1) > 65535;
    out[3] = -a < 0;
}
