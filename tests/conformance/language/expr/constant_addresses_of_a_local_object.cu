// case: constant_addresses_of_a_local_object
// spec: [expr.const]/5
// arg: inout i32[6] = [7, 0, 0, 0, 0, 0]
// expect: [1, 1, 2, 1, 0, 1]
// note: which object a pointer points to is known although its value is not

struct Pair {
    int first, second;
    __tile__ constexpr bool is(const Pair* other) const { return this == other; }
};
template <class T> __tile__ consteval int where(const T* begin, const T* at) { return at - begin; }

extern "C" __tile_global__ void test(int* out) {
    int numbers[3] = {out[0], 1, 2};
    Pair pair{out[0], 2}, other{out[0], 3};
    constexpr bool same = pair.is(&pair) && !pair.is(&other);
    constexpr bool ordered = &numbers[0] < &numbers[2] && numbers != nullptr;
    constexpr int index = where(numbers, numbers + 2);
    constexpr bool members = &pair.first != &pair.second && (void*)&pair.first == (void*)&pair;
    constexpr bool elements = &numbers[1] == numbers;
    static_assert(&numbers[1] == &numbers[0] + 1);
    out[0] = same;
    out[1] = ordered;
    out[2] = index;
    out[3] = members;
    out[4] = elements;
    out[5] = sizeof(char[where(&pair, &pair + 1)]);
}
