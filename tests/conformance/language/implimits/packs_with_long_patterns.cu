// case: packs_with_long_patterns
// spec: [implimits]
// reject: E0417 sixty thousand elements, each a sum of a thousand
#include <utility>
#define TEN(x) (x + x + x + x + x + x + x + x + x + x)
#define THOUSAND(x) TEN(TEN(TEN(x)))

template <std::size_t... I>
constexpr int sum(std::index_sequence<I...>) {
    int result = 0;
    ((result += int(I) * (THOUSAND(1))), ...);
    return result;
}
extern "C" __tile_global__ void test(int* out) { *out = sum(std::make_index_sequence<60000>()); }
