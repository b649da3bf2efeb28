// case: ctad_copy_candidate
// spec: [over.match.class.deduct]
// arg: out i32[3]
// expect: [1, 1, 1]
template <typename A, typename B>
constexpr bool same = false;
template <typename A>
constexpr bool same<A, A> = true;
template <typename T>
struct Box {
    T v;
    __tile__ Box(T v) : v(v) {}
};

extern "C" __tile_global__ void test(int* out) {
    Box a(1);
    Box b(a);
    Box c{a};
    Box d = Box(Box(2.0));
    out[0] = same<decltype(b), Box<int>>;
    out[1] = same<decltype(c), Box<int>>;
    out[2] = same<decltype(d), Box<double>>;
}
