// case: algorithm_copies_and_searches
// spec: [alg.modifying.operations]
// arg: i32[8] = [3, 3, 1, 5, 5, 5, 1, 3]
// arg: out i32[32]
// arg: out i32[10]
// expect: [3, 1, 3, 1, 5, -1, -1, -1, 1, 5, 5, 5, 1, -1, 3, 3, 1, 9, 9, 9, 1, 3, 3, 3, 1, 5, 5, 1, 5, 5, 7, 14]
// expect: [5, 13, 22, 30, 27, 2, 4, 83, 1231, 1]
#include <algorithm>

extern "C" __tile_global__ void test(int const* a, int* out, int* facts) {
    for (int i = 0; i < 32; ++i)
        out[i] = -1;
    facts[0] = std::unique_copy(a, a + 8, out) - out;
    facts[1] = std::remove_copy(a, a + 8, out + 8, 3) - out;
    facts[2] = std::replace_copy(a, a + 8, out + 14, 5, 9) - out;
    facts[3] = std::rotate_copy(a, a + 5, a + 8, out + 22) - out;
    facts[4] = std::shift_left(out + 22, out + 30, 3) - out;
    facts[5] = std::shift_right(out, out + 5, 2) - out;
    int const five[] = {5, 5};
    facts[6] = std::find_end(a, a + 8, five, five + 2) - a;
    facts[7] = std::search_n(a, a + 8, 3, 5) - a + 10 * (std::search_n(a, a + 8, 4, 5) - a);
    int order[] = {3, 1, 2}, three[] = {1, 2, 3};
    std::prev_permutation(order, order + 3);
    facts[8] = order[0] * 100 + order[1] * 10 + order[2] + 1000 * std::is_permutation(order, order + 3, three);
    facts[9] = std::lexicographical_compare_three_way(a, a + 3, a + 1, a + 4) > 0;
    int n = 0;
    std::generate_n(out + 30, 2, [&n] { return n += 7; });
}
