// case: algorithm_stable_sort
// spec: [stable.sort]
// arg: i32 = 2
// arg: out i32[6]
// expect: [14, 22, 25, 31, 33, 36]
#include <algorithm>

struct Card {
    int rank, suit;
};
extern "C" __tile_global__ void test(int n, int* out) {
    Card hand[] = {{3, 1}, {n, 2}, {3, 3}, {1, 4}, {2, 5}, {3, 6}};
    std::stable_sort(hand, hand + 6, [](Card const& a, Card const& b) { return a.rank < b.rank; });
    for (int i = 0; i < 6; ++i) out[i] = hand[i].rank * 10 + hand[i].suit;
}
