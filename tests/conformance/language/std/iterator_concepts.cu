// case: iterator_concepts
// spec: [iterator.concepts]
// arg: out i32[4]
// expect: [10, 4, 6, 3]
#include <concepts>
#include <cstddef>
#include <iterator>

// What each type is: bits from input to contiguous, 32 if it can be written through.
template <class I>
constexpr int kinds = std::input_iterator<I> | std::forward_iterator<I> << 1 | std::bidirectional_iterator<I> << 2 |
                      std::random_access_iterator<I> << 3 | std::contiguous_iterator<I> << 4 |
                      std::output_iterator<I, int> << 5;

// Counts; an iterator of C++20 whose elements are made when they are read.
struct Counter {
    using value_type = int;
    using difference_type = std::ptrdiff_t;
    int at;
    __tile__ constexpr int operator*() const { return at; }
    __tile__ constexpr Counter& operator++() { ++at; return *this; }
    __tile__ constexpr Counter operator++(int) { return {at++}; }
    __tile__ constexpr bool operator==(Counter const&) const = default;
    __tile__ constexpr bool operator==(std::default_sentinel_t) const { return at == 4; }
};
// The same that says it can be read once only.
struct Once : Counter {
    using iterator_concept = std::input_iterator_tag;
    __tile__ constexpr Once& operator++() { ++at; return *this; }
    __tile__ constexpr void operator++(int) { ++at; }
};
struct Sink {
    using difference_type = int;
    struct Slot { __tile__ int const& operator=(int const& v) const { return v; } };
    __tile__ Slot operator*() const { return {}; }
    __tile__ Sink& operator++() { return *this; }
    __tile__ Sink operator++(int) { return *this; }
};
struct NoDifference {
    __tile__ int operator*() const { return 0; }
    __tile__ NoDifference& operator++() { return *this; }
    __tile__ NoDifference operator++(int) { return *this; }
};

static_assert(kinds<int*> == 63 && kinds<int const*> == 31 && kinds<void*> == 0 && kinds<int> == 0);
static_assert(kinds<std::reverse_iterator<int*>> == 47);
static_assert(kinds<Counter> == 3 && kinds<Once> == 1 && kinds<NoDifference> == 0);
static_assert(std::sentinel_for<std::default_sentinel_t, Counter> && !std::sentinel_for<int, Counter>);
static_assert(std::sized_sentinel_for<int*, int*> && !std::sized_sentinel_for<Counter, Counter>);
static_assert(std::sentinel_for<std::unreachable_sentinel_t, int*>);
static_assert(std::weakly_incrementable<int> && std::incrementable<unsigned char> && !std::weakly_incrementable<float>);
static_assert(std::weakly_incrementable<Sink> && !std::weakly_incrementable<NoDifference>);
static_assert(std::indirectly_readable<int const*> && !std::indirectly_readable<int>);
static_assert(std::indirectly_writable<int*, long> && !std::indirectly_writable<int const*, int>);
static_assert(std::same_as<std::iter_difference_t<Sink>, int> && std::same_as<std::iter_difference_t<short>, int>);
static_assert(std::same_as<std::iter_value_t<int const*>, int> && std::same_as<std::iter_value_t<Counter const>, int>);
static_assert(std::same_as<std::iter_reference_t<int const*>, int const&>);
static_assert(std::same_as<std::iter_rvalue_reference_t<int*>, int&&>);
static_assert(std::same_as<std::iterator_traits<Counter>::iterator_category, std::input_iterator_tag>);
static_assert(std::same_as<std::iterator_traits<Counter>::reference, int>);

template <std::input_iterator I, std::sentinel_for<I> S>
__tile__ int total(I first, S last) {
    int sum = 0;
    for (; !(first == last); ++first)
        sum += *first;
    return sum;
}
template <std::input_iterator I>
__tile__ int steps(I first, I last) {
    if constexpr (std::random_access_iterator<I>)
        return static_cast<int>(last - first);
    else
        return static_cast<int>(std::distance(first, last)) + 2;
}

extern "C" __tile_global__ void test(int* out) {
    int values[4] = {1, 2, 3, 4};
    out[0] = total(values, values + 4);
    out[1] = steps(values, values + 4);
    out[2] = total(Counter{0}, std::default_sentinel);
    out[3] = steps(Counter{3}, Counter{4});
}
