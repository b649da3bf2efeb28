// case: member_constexpr_in_the_class_alone
// spec: [dcl.constexpr]/1
// reject: E0309 all declarations of a function say `constexpr`, or none does
struct Limit {
    __tile__ constexpr int get() const;
};
__tile__ int Limit::get() const { return 3; }
constexpr Limit limit{};
constexpr int most = limit.get();
extern "C" __tile_global__ void test(int* out) { *out = most; }
