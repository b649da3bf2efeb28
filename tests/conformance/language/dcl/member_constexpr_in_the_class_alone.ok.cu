// case: member_constexpr_in_the_class_alone
// spec: [dcl.constexpr]/1
// accept: both say so
struct Limit {
    __tile__ constexpr int get() const;
};
__tile__ constexpr int Limit::get() const { return 3; }
constexpr Limit limit{};
constexpr int most = limit.get();
extern "C" __tile_global__ void test(int* out) { *out = most; }
