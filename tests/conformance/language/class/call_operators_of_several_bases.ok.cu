// case: call_operators_of_several_bases
// spec: [over.call.object]/1, [class.member.lookup]
// accept: the same, corrected
struct Whole {
    __tile__ constexpr int operator()(int) const { return 1; }
};
struct Real {
    __tile__ constexpr int operator()(float, float) const { return 2; }
};
template <class... T>
struct All : T... {
    using T::operator()...;
};

extern "C" __tile_global__ void test(int* out) {
    constexpr bool merged = requires(All<Whole> one) { one(1); };
    static_assert(merged);
    *out = All<Whole, Real>()(1);
}
