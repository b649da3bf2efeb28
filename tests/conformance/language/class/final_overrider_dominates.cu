// case: final_overrider_dominates
// spec: [class.virtual]/2, [class.member.lookup]/6
// arg: out i32[1]
// expect: [1]
// note: `Left` has the one `Middle` as its virtual base, so its functions override and hide those of `Middle`
struct Base { virtual __tile__ int get() { return 0; } };
struct Middle : virtual Base {
    __tile__ int get() override { return 1; }
    __tile__ int other();
};
struct Left : virtual Middle {
    __tile__ int get() override { return 2; }
    __tile__ char other();
};
struct Right : virtual Middle {};
struct Both : Left, Right {};
template <class T> __tile__ T made();
extern "C" __tile_global__ void test(int* out) { out[0] = sizeof(made<Both&>().other()); }
