// The rest of <algorithm>: set operations on sorted ranges, heaps, copies that change something, searches.
#pragma once

#include <algorithm>
#include <compare>
#include <iterator>
#include <utility>

namespace std {

// ---- [alg.set.operations] -----------------------------------------------------------------------------------------

template <class _A, class _B, class _Less = __less_than>
constexpr bool includes(_A __a, _A __a_last, _B __b, _B __b_last, _Less __less = {}) {
  for (; __b != __b_last; ++__a) {
    if (__a == __a_last || __less(*__b, *__a))
      return false;
    if (!__less(*__a, *__b))
      ++__b;
  }
  return true;
}
/// Goes through two sorted ranges in order, and keeps what is only in the first, only in the second, or in both.
template <bool _Left, bool _Right, bool _Both, class _A, class _B, class _Out, class _Less>
constexpr _Out __set_operation(_A __a, _A __a_last, _B __b, _B __b_last, _Out __out, _Less __less) {
  while (__a != __a_last || __b != __b_last) {
    bool const __left = __b == __b_last || (__a != __a_last && __less(*__a, *__b));
    bool const __right = !__left && (__a == __a_last || __less(*__b, *__a));
    if (__left ? _Left : __right ? _Right : _Both) {
      if (__right)
        *__out = *__b;
      else
        *__out = *__a;
      ++__out;
    }
    if (!__right)
      ++__a;
    if (!__left)
      ++__b;
  }
  return __out;
}
template <class _A, class _B, class _Out, class _Less = __less_than>
constexpr _Out set_union(_A __a, _A __a_last, _B __b, _B __b_last, _Out __out, _Less __less = {}) {
  return std::__set_operation<true, true, true>(__a, __a_last, __b, __b_last, __out, __less);
}
template <class _A, class _B, class _Out, class _Less = __less_than>
constexpr _Out set_intersection(_A __a, _A __a_last, _B __b, _B __b_last, _Out __out, _Less __less = {}) {
  return std::__set_operation<false, false, true>(__a, __a_last, __b, __b_last, __out, __less);
}
template <class _A, class _B, class _Out, class _Less = __less_than>
constexpr _Out set_difference(_A __a, _A __a_last, _B __b, _B __b_last, _Out __out, _Less __less = {}) {
  return std::__set_operation<true, false, false>(__a, __a_last, __b, __b_last, __out, __less);
}
template <class _A, class _B, class _Out, class _Less = __less_than>
constexpr _Out set_symmetric_difference(_A __a, _A __a_last, _B __b, _B __b_last, _Out __out, _Less __less = {}) {
  return std::__set_operation<true, true, false>(__a, __a_last, __b, __b_last, __out, __less);
}

// ---- [alg.heap.operations] ----------------------------------------------------------------------------------------

/// Moves the element at __at down to where neither child is larger.
template <class _It, class _N, class _Less> constexpr void __sift_down(_It __heap, _N __at, _N __size, _Less __less) {
  for (_N __child = 2 * __at + 1; __child < __size; __child = 2 * __at + 1) {
    if (__child + 1 < __size && __less(__heap[__child], __heap[__child + 1]))
      ++__child;
    if (!__less(__heap[__at], __heap[__child]))
      return;
    std::iter_swap(__heap + __at, __heap + __child);
    __at = __child;
  }
}
template <class _It, class _Less = __less_than>
constexpr void push_heap(_It __first, _It __last, _Less __less = {}) {
  for (auto __at = __last - __first - 1; __at > 0 && __less(__first[(__at - 1) / 2], __first[__at]);
       __at = (__at - 1) / 2)
    std::iter_swap(__first + __at, __first + (__at - 1) / 2);
}
template <class _It, class _Less = __less_than>
constexpr void pop_heap(_It __first, _It __last, _Less __less = {}) {
  auto const __size = __last - __first;
  if (__size > 1) {
    std::iter_swap(__first, __last - 1);
    std::__sift_down(__first, __size - __size, __size - 1, __less);
  }
}
template <class _It, class _Less = __less_than>
constexpr void make_heap(_It __first, _It __last, _Less __less = {}) {
  auto const __size = __last - __first;
  for (auto __at = __size / 2; __at > 0; --__at)
    std::__sift_down(__first, __at - 1, __size, __less);
}
template <class _It, class _Less = __less_than>
constexpr void sort_heap(_It __first, _It __last, _Less __less = {}) {
  for (; __last - __first > 1; --__last)
    std::pop_heap(__first, __last, __less);
}
template <class _It, class _Less = __less_than>
constexpr _It is_heap_until(_It __first, _It __last, _Less __less = {}) {
  for (auto __at = __last - __first - (__last - __first); __at < __last - __first; ++__at)
    if (__at > 0 && __less(__first[(__at - 1) / 2], __first[__at]))
      return __first + __at;
  return __last;
}
template <class _It, class _Less = __less_than>
constexpr bool is_heap(_It __first, _It __last, _Less __less = {}) {
  return std::is_heap_until(__first, __last, __less) == __last;
}

// ---- [alg.replace], [alg.remove], [alg.unique], [alg.rotate], [alg.shift]: copies -----------------------------------

template <class _In, class _Out, class _P, class _T>
constexpr _Out replace_copy_if(_In __first, _In __last, _Out __out, _P __p, _T const &__new) {
  for (; __first != __last; ++__first, (void)++__out) {
    if (__p(*__first))
      *__out = __new;
    else
      *__out = *__first;
  }
  return __out;
}
template <class _In, class _Out, class _T>
constexpr _Out replace_copy(_In __first, _In __last, _Out __out, _T const &__old, _T const &__new) {
  return std::replace_copy_if(__first, __last, __out, [&](auto const &__x) { return __x == __old; }, __new);
}
template <class _In, class _Out, class _P>
constexpr _Out remove_copy_if(_In __first, _In __last, _Out __out, _P __p) {
  for (; __first != __last; ++__first)
    if (!__p(*__first)) {
      *__out = *__first;
      ++__out;
    }
  return __out;
}
template <class _In, class _Out, class _T>
constexpr _Out remove_copy(_In __first, _In __last, _Out __out, _T const &__value) {
  return std::remove_copy_if(__first, __last, __out, [&](auto const &__x) { return __x == __value; });
}
template <class _In, class _Out, class _Equal = __equal_to>
constexpr _Out unique_copy(_In __first, _In __last, _Out __out, _Equal __equal = {}) {
  if (__first == __last)
    return __out;
  typename iterator_traits<_In>::value_type __kept = *__first;
  for (*__out = __kept; ++__first != __last;)
    if (!__equal(__kept, *__first)) {
      __kept = *__first;
      *++__out = __kept;
    }
  return ++__out;
}
template <class _It, class _Out>
constexpr _Out rotate_copy(_It __first, _It __middle, _It __last, _Out __out) {
  for (_It __at = __middle; __at != __last; ++__at, (void)++__out)
    *__out = *__at;
  for (; __first != __middle; ++__first, (void)++__out)
    *__out = *__first;
  return __out;
}
template <class _A, class _B> constexpr _B move_backward(_A __first, _A __last, _B __end) {
  while (__last != __first)
    *--__end = std::move(*--__last);
  return __end;
}
template <class _It>
constexpr _It shift_left(_It __first, _It __last, typename iterator_traits<_It>::difference_type __n) {
  if (__n <= 0 || __n >= std::distance(__first, __last))
    return __n <= 0 ? __last : __first;
  for (_It __from = std::next(__first, __n); __from != __last; ++__from, (void)++__first)
    *__first = std::move(*__from);
  return __first;
}
template <class _It>
constexpr _It shift_right(_It __first, _It __last, typename iterator_traits<_It>::difference_type __n) {
  auto const __size = std::distance(__first, __last);
  if (__n <= 0 || __n >= __size)
    return __n <= 0 ? __first : __last;
  return std::move_backward(__first, std::next(__first, __size - __n), __last);
}
template <class _It, class _Size, class _F> constexpr _It generate_n(_It __first, _Size __n, _F __f) {
  for (; __n > 0; ++__first, (void)--__n)
    *__first = __f();
  return __first;
}

// ---- [alg.find.end], [alg.search], [alg.is.permutation], [alg.permutation.generators], [alg.three.way] -------------

template <class _A, class _B, class _Equal = __equal_to>
constexpr _A find_end(_A __first, _A __last, _B __what, _B __what_last, _Equal __equal = {}) {
  _A __found = __last;
  if (__what == __what_last)
    return __found;
  for (; __first != __last; ++__first) {
    _A __a = __first;
    _B __b = __what;
    while (__a != __last && __b != __what_last && __equal(*__a, *__b)) {
      ++__a;
      ++__b;
    }
    if (__b == __what_last)
      __found = __first;
  }
  return __found;
}
template <class _It, class _Size, class _T, class _Equal = __equal_to>
constexpr _It search_n(_It __first, _It __last, _Size __n, _T const &__value, _Equal __equal = {}) {
  _It __start = __first;
  for (_Size __found = 0; __found < __n;) {
    if (__first == __last)
      return __last;
    bool const __same = __equal(*__first, __value);
    ++__first;
    __found = __same ? __found + 1 : 0;
    if (!__same)
      __start = __first;
  }
  return __start;
}
template <class _A, class _B> constexpr bool is_permutation(_A __a, _A __a_last, _B __b, _B __b_last) {
  if (std::distance(__a, __a_last) != std::distance(__b, __b_last))
    return false;
  for (_A __at = __a; __at != __a_last; ++__at) {
    int __more = 0;
    for (_A __x = __a; __x != __a_last; ++__x)
      __more += *__x == *__at ? 1 : 0;
    for (_B __y = __b; __y != __b_last; ++__y)
      __more -= *__y == *__at ? 1 : 0;
    if (__more != 0)
      return false;
  }
  return true;
}
template <class _A, class _B> constexpr bool is_permutation(_A __a, _A __a_last, _B __b) {
  return std::is_permutation(__a, __a_last, __b, std::next(__b, std::distance(__a, __a_last)));
}
template <class _It, class _Less = __less_than>
constexpr bool prev_permutation(_It __first, _It __last, _Less __less = {}) {
  if (__first == __last)
    return false;
  for (_It __at = std::prev(__last); __at != __first;) {
    _It __after = __at;
    --__at;
    if (__less(*__after, *__at)) {
      _It __other = __last;
      while (!__less(*--__other, *__at))
        ;
      std::iter_swap(__at, __other);
      std::reverse(__after, __last);
      return true;
    }
  }
  std::reverse(__first, __last);
  return false;
}
template <class _A, class _B, class _Compare>
constexpr auto lexicographical_compare_three_way(_A __a, _A __a_last, _B __b, _B __b_last, _Compare __compare)
    -> decltype(__compare(*__a, *__b)) {
  for (; __a != __a_last && __b != __b_last; ++__a, (void)++__b)
    if (auto const __order = __compare(*__a, *__b); __order != 0)
      return __order;
  return __a != __a_last ? strong_ordering::greater
         : __b != __b_last ? strong_ordering::less
                           : strong_ordering::equal;
}
template <class _A, class _B>
constexpr auto lexicographical_compare_three_way(_A __a, _A __a_last, _B __b, _B __b_last) {
  return std::lexicographical_compare_three_way(__a, __a_last, __b, __b_last,
                                                [](auto const &__x, auto const &__y) { return __x <=> __y; });
}

} // namespace std
