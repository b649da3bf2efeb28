// case: concepts_objects_and_comparison
// spec: [concepts.object], [concepts.compare], [concepts.callable]
// arg: out i32[1]
// expect: [2]
#include <concepts>

struct NoDefault {
    NoDefault(int);
    bool operator==(NoDefault const&) const = default;
};
struct MoveOnly {
    MoveOnly(MoveOnly&&) = default;
    MoveOnly& operator=(MoveOnly&&) = default;
};
struct Less {
    bool operator()(int, int) const;
    int* operator()(int) const;
};
static_assert(std::movable<MoveOnly> && !std::copyable<MoveOnly> && std::copyable<NoDefault> && !std::semiregular<NoDefault>);
static_assert(std::regular<int> && !std::regular<MoveOnly> && std::equality_comparable<NoDefault> && !std::equality_comparable<MoveOnly>);
static_assert(std::equality_comparable_with<int, long> && !std::equality_comparable_with<int, int*> && std::totally_ordered<float> && !std::totally_ordered<NoDefault>);
static_assert(std::totally_ordered_with<int, double> && std::invocable<Less, int> && !std::invocable<Less> && std::regular_invocable<Less, int, int>);
static_assert(std::predicate<Less, int, int> && std::predicate<Less, int> && std::relation<Less, int, long> && std::strict_weak_order<Less, int, int> && !std::predicate<Less>);
extern "C" __tile_global__ void test(int* out) { *out = std::regular<int> * 2 + std::copyable<MoveOnly>; }
