// case: enum_conversions
// spec: [dcl.enum]/10, [conv.prom]
// arg: i32 = 1
// arg: out i32[4]
// expect: [2, 3, 1, 4]
// note: an unscoped enumeration converts to int, a scoped one only by a cast.
enum Plain { one = 1, two };
enum class Scoped { three = 3, four };
__tile__ int f(int) { return 1; }
__tile__ int f(long) { return 2; }
extern "C" __tile_global__ void test(int n, int* out) {
    Plain p = static_cast<Plain>(n + 1);
    Scoped s = Scoped(n + 2);
    out[0] = p;
    out[1] = static_cast<int>(s);
    out[2] = f(p);
    out[3] = int(Scoped{4});
}
