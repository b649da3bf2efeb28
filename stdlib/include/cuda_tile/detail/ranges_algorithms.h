// The simple forms of the algorithms in std::ranges: a whole range, a projection, no dangling ([algorithms]).
#pragma once

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

namespace std::ranges {

/// Compares what a projection makes of two elements.
template <class _F, class _Proj> constexpr auto __projected(_F &__f, _Proj &__proj) {
  return [&](auto &&...__x) -> bool { return std::__invoke(__f, std::__invoke(__proj, __x)...); };
}
using __less_fn = std::less<>;
using __equal_fn = std::equal_to<>;

// An algorithm is an object, so that argument-dependent lookup does not find another ([algorithms.requirements]/2).
#define __TILEC_ALGORITHM(NAME, HEAD, PARAMETERS, ...)                                                                 \
  struct __##NAME##_fn {                                                                                               \
    template <class _R, HEAD> constexpr auto operator()(_R &&__r, PARAMETERS) const { __VA_ARGS__ }                    \
  };                                                                                                                   \
  inline constexpr __##NAME##_fn NAME{};
#define __TILEC_COMMA ,

// [alg.all.of] to [alg.count]: of a predicate, or of a value.
#define __TILEC_OF_PREDICATE(NAME)                                                                                     \
  __TILEC_ALGORITHM(NAME, class _P __TILEC_COMMA class _Proj = identity, _P __p __TILEC_COMMA _Proj __proj = {},       \
                    return std::NAME(std::begin(__r), std::end(__r), __projected(__p, __proj));)
__TILEC_OF_PREDICATE(all_of)
__TILEC_OF_PREDICATE(any_of)
__TILEC_OF_PREDICATE(none_of)
__TILEC_OF_PREDICATE(find_if)
__TILEC_OF_PREDICATE(find_if_not)
__TILEC_OF_PREDICATE(count_if)
#undef __TILEC_OF_PREDICATE
#define __TILEC_OF_VALUE(NAME)                                                                                         \
  __TILEC_ALGORITHM(NAME, class _T __TILEC_COMMA class _Proj = identity, _T const &__value __TILEC_COMMA _Proj __proj = {}, \
                    return std::NAME##_if(std::begin(__r), std::end(__r),                                              \
                                          [&](auto &&__x) { return std::__invoke(__proj, __x) == __value; });)
__TILEC_OF_VALUE(find)
__TILEC_OF_VALUE(count)
#undef __TILEC_OF_VALUE

// [alg.sort] to [alg.min.max]: of an order.
#define __TILEC_OF_ORDER(NAME, ...)                                                                                    \
  __TILEC_ALGORITHM(NAME, class _Less = __less_fn __TILEC_COMMA class _Proj = identity,                                \
                    _Less __less = {} __TILEC_COMMA _Proj __proj = {}, __VA_ARGS__)
__TILEC_OF_ORDER(sort, std::sort(std::begin(__r), std::end(__r), __projected(__less, __proj)); return std::end(__r);)
__TILEC_OF_ORDER(stable_sort, std::stable_sort(std::begin(__r), std::end(__r), __projected(__less, __proj));
                 return std::end(__r);)
__TILEC_OF_ORDER(is_sorted, return std::is_sorted(std::begin(__r), std::end(__r), __projected(__less, __proj));)
__TILEC_OF_ORDER(min_element, return std::min_element(std::begin(__r), std::end(__r), __projected(__less, __proj));)
__TILEC_OF_ORDER(max_element, return std::max_element(std::begin(__r), std::end(__r), __projected(__less, __proj));)
#undef __TILEC_OF_ORDER

// [alg.binary.search]: of a value in an order.
#define __TILEC_OF_PLACE(NAME, ...)                                                                                    \
  __TILEC_ALGORITHM(NAME, class _T __TILEC_COMMA class _Less = __less_fn __TILEC_COMMA class _Proj = identity,         \
                    _T const &__value __TILEC_COMMA _Less __less = {} __TILEC_COMMA _Proj __proj = {}, __VA_ARGS__)
__TILEC_OF_PLACE(lower_bound, return std::lower_bound(std::begin(__r), std::end(__r), __value,
                                                      [&](auto const &__x, auto const &__y) {
                                                        return std::__invoke(__less, std::__invoke(__proj, __x), __y);
                                                      });)
__TILEC_OF_PLACE(upper_bound, return std::upper_bound(std::begin(__r), std::end(__r), __value,
                                                      [&](auto const &__x, auto const &__y) {
                                                        return std::__invoke(__less, __x, std::__invoke(__proj, __y));
                                                      });)
#undef __TILEC_OF_PLACE
#undef __TILEC_COMMA
#undef __TILEC_ALGORITHM

struct __binary_search_fn {
  template <class _R, class _T> constexpr bool operator()(_R &&__r, _T const &__value) const {
    return std::binary_search(std::begin(__r), std::end(__r), __value);
  }
};
inline constexpr __binary_search_fn binary_search{};

// [alg.min.max] of two values or of a range.
struct __min_fn {
  template <class _T> constexpr _T const &operator()(_T const &__a, _T const &__b) const {
    return __b < __a ? __b : __a;
  }
  template <class _R> constexpr auto operator()(_R &&__r) const { return *ranges::min_element(__r); }
};
inline constexpr __min_fn min{};
struct __max_fn {
  template <class _T> constexpr _T const &operator()(_T const &__a, _T const &__b) const {
    return __a < __b ? __b : __a;
  }
  template <class _R> constexpr auto operator()(_R &&__r) const { return *ranges::max_element(__r); }
};
inline constexpr __max_fn max{};

struct __equal_range_fn {
  template <class _A, class _B> constexpr bool operator()(_A &&__a, _B &&__b) const {
    return std::equal(std::begin(__a), std::end(__a), std::begin(__b), std::end(__b));
  }
};
inline constexpr __equal_range_fn equal{};

// What changes a range. The standard's results that name several iterators are not there: these return none.
struct __for_each_fn {
  template <class _R, class _F, class _Proj = identity>
  constexpr void operator()(_R &&__r, _F __f, _Proj __proj = {}) const {
    for (auto &&__x : __r)
      std::__invoke(__f, std::__invoke(__proj, __x));
  }
};
inline constexpr __for_each_fn for_each{};
struct __fill_fn {
  template <class _R, class _T> constexpr auto operator()(_R &&__r, _T const &__value) const {
    std::fill(std::begin(__r), std::end(__r), __value);
    return std::end(__r);
  }
};
inline constexpr __fill_fn fill{};
struct __reverse_fn {
  template <class _R> constexpr auto operator()(_R &&__r) const {
    std::reverse(std::begin(__r), std::end(__r));
    return std::end(__r);
  }
};
inline constexpr __reverse_fn reverse{};
struct __copy_fn {
  template <class _R, class _Out> constexpr void operator()(_R &&__r, _Out __out) const {
    std::copy(std::begin(__r), std::end(__r), __out);
  }
};
inline constexpr __copy_fn copy{};
struct __transform_fn {
  template <class _R, class _Out, class _F, class _Proj = identity>
  constexpr void operator()(_R &&__r, _Out __out, _F __f, _Proj __proj = {}) const {
    for (auto &&__x : __r) {
      *__out = std::__invoke(__f, std::__invoke(__proj, __x));
      ++__out;
    }
  }
};
inline constexpr __transform_fn transform{};

} // namespace std::ranges
