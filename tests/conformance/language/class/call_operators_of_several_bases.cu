// case: call_operators_of_several_bases
// spec: [over.call.object]/1, [class.member.lookup]
// reject: E0302 lookup finds the operators of two bases
struct Whole {
    __tile__ constexpr int operator()(int) const { return 1; }
};
struct Real {
    __tile__ constexpr int operator()(float, float) const { return 2; }
};
template <class... T>
struct All : T... {};

extern "C" __tile_global__ void test(int* out) { *out = All<Whole, Real>()(1); }
