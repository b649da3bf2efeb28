// case: algorithm_sets_and_heaps
// spec: [alg.set.operations]
// arg: i32[6] = [1, 2, 4, 4, 7, 9]
// arg: i32[5] = [2, 3, 4, 9, 9]
// arg: out i32[24]
// arg: out i32[8]
// expect: [1, 2, 3, 4, 4, 7, 9, 9, 2, 4, 9, 0, 1, 4, 7, 0, 1, 3, 4, 7, 9, 0, 0, 0]
// expect: [8, 11, 15, 21, 1, 19, 817, 9]
#include <algorithm>

extern "C" __tile_global__ void test(int const* a, int const* b, int* out, int* facts) {
    for (int i = 0; i < 24; ++i)
        out[i] = 0;
    int* end = std::set_union(a, a + 6, b, b + 5, out);
    facts[0] = end - out;
    end = std::set_intersection(a, a + 6, b, b + 5, out + 8);
    facts[1] = end - out;
    end = std::set_difference(a, a + 6, b, b + 5, out + 12);
    facts[2] = end - out;
    end = std::set_symmetric_difference(a, a + 6, b, b + 5, out + 16);
    facts[3] = end - out;
    facts[4] = std::includes(a, a + 6, a + 1, a + 4) + 2 * std::includes(a, a + 6, b, b + 5);
    int heap[] = {3, 1, 4, 1, 5, 9, 2, 6};
    std::make_heap(heap, heap + 8);
    facts[5] = heap[0] + 10 * std::is_heap(heap, heap + 8);
    std::pop_heap(heap, heap + 8);
    heap[7] = 7;
    std::push_heap(heap, heap + 8);
    facts[6] = heap[0] + 10 * std::is_heap(heap, heap + 8) + 100 * (std::is_heap_until(heap, heap + 8) - heap);
    std::sort_heap(heap, heap + 8);
    facts[7] = std::is_sorted(heap, heap + 8) + heap[0] + heap[7];
}
