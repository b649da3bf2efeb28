// Section 2.14: irange, a half-open range of integers for loops.
#pragma once

#include <cuda_tile/conversions.h>

namespace cuda::tiles::inline __1 {

namespace __detail {

/// The end of an irange (2.14.1).
template <integral _T> struct irange_sentinel {
  _T __end;
  constexpr irange_sentinel() noexcept = default;
  __tile__ __host__ __device__ constexpr irange_sentinel(_T end) noexcept : __end(end) {}
};

/// A part of an iterator or sentinel, which that of no range lacks.
template <class _T> __tile__ __host__ __device__ constexpr _T of_range(_T x) noexcept {
  if (__builtin_is_constant_evaluated())
    return x;
  return __op::given<29>(x, "2.14.2: an iterator or sentinel that is used must come from an irange");
}

} // namespace __detail

/// A position in an irange (2.14.2). Undefined behaviour: use of a default-constructed one, comparison across ranges.
template <integral _T> struct irange_iterator {
  static_assert(!__detail::is_const<_T>, "the type of an irange may not be const");
  /// The type of distances (2.14.2).
  using difference_type = long;
  /// The type of the values (2.14.2).
  using value_type = _T;

  /// No position (2.14.2).
  constexpr irange_iterator() noexcept = default;
  /// The position of this value in a range with this step (2.14.2).
  __tile__ __host__ __device__ constexpr irange_iterator(_T current, _T step) noexcept
      : __current(current), __step(step) {}
  /// The current value.
  __tile__ __host__ __device__ constexpr _T operator*() const noexcept { return place(); }
  /// Moves on by one step.
  __tile__ __host__ __device__ constexpr irange_iterator &operator++() noexcept {
    // The last value plus the step fits _T (2.14.3), so the loop counts.
    if (__builtin_is_constant_evaluated())
      __current = static_cast<_T>(__current + __step);
    else
      __current = __op::addi<static_cast<_T>(-1) < static_cast<_T>(0) ? 1 : 2>(place(), __step);
    return *this;
  }
  /// Moves on by one step; the position before.
  __tile__ __host__ __device__ constexpr irange_iterator operator++(int) noexcept {
    irange_iterator const before = *this;
    ++*this;
    return before;
  }
  /// At the same value.
  __tile__ __host__ __device__ constexpr bool operator==(irange_iterator const &other) const noexcept {
    _T const here = place(), there = other.place(), by = __detail::of_range(__step);
    // All that is known of the ranges: their steps, and which values are theirs.
    if (!__builtin_is_constant_evaluated())
      __op::require<29>(by == __detail::of_range(other.__step) && (here < there ? there - here : here - there) % by == 0,
                        "2.14.2: compared iterators must come from one irange");
    return here == there;
  }
  /// Past the last value.
  __tile__ __host__ __device__ constexpr bool operator==(__detail::irange_sentinel<_T> const &end) const noexcept {
    return !(place() < __detail::of_range(end.__end));
  }

private:
  __tile__ __host__ __device__ constexpr _T place() const noexcept { return __detail::of_range(__current); }

  _T __current;
  _T __step;
};

/// The values lb, lb + step, ... below ub (2.14.3). `for (auto i : irange(0, n))` becomes a counted loop. Undefined
/// behaviour: a step that is not positive, or ub > max - step + 1.
/// Help: `irange(0, n)` counts from 0 below `n`; its arguments have one type, `irange(0, static_cast<int>(n), 2)`.
template <integral _T> struct [[tilec::counted_range]] irange {
  static_assert(!__detail::is_const<_T>, "the type of an irange may not be const");
  /// A position in the range (2.14.3).
  using iterator = irange_iterator<_T>;
  /// A position in the range (2.14.3).
  using const_iterator = irange_iterator<_T>;

  /// The range from lb to ub, ub not included (2.14.3). Undefined behaviour as said above.
  __tile__ __host__ __device__ constexpr irange(_T lb, _T ub, _T step = 1) noexcept : __lb(lb), __ub(ub), __step(step) {
    if (!__builtin_is_constant_evaluated()) {
      __op::require<27>(step > 0, "2.14.3: the step of an irange must be positive");
      __op::require<28>(step <= 0 || ub <= static_cast<_T>(static_cast<_T>(__detail::max_of<_T>) - (step - 1)),
                    "2.14.3: the upper bound of an irange must leave room for a step");
      // What the compiler needs to know to see a counted loop.
      if constexpr (static_cast<_T>(-1) < static_cast<_T>(0))
        __step = __op::assume_bounded<true, 1, false, 0>(step);
    }
  }
  /// At the lower bound.
  __tile__ __host__ __device__ constexpr iterator begin() const noexcept { return iterator(__lb, __step); }
  /// At the upper bound.
  __tile__ __host__ __device__ constexpr __detail::irange_sentinel<_T> end() const noexcept {
    return __detail::irange_sentinel<_T>(__ub);
  }
  /// Without values.
  __tile__ __host__ __device__ constexpr bool empty() const noexcept { return __lb >= __ub; }
  /// The number of values.
  __tile__ __host__ __device__ constexpr typename iterator::difference_type size() const noexcept {
    using wide = unsigned long;
    return empty()
               ? 0
               : static_cast<long>((static_cast<wide>(__ub) - static_cast<wide>(__lb) + static_cast<wide>(__step) - 1) /
                                   static_cast<wide>(__step));
  }
  /// The first value of a range that is not empty.
  __tile__ __host__ __device__ constexpr _T lower_bound() const noexcept { return __lb; }
  /// The first value that is not in the range.
  __tile__ __host__ __device__ constexpr _T upper_bound() const noexcept { return __ub; }
  /// The distance of values.
  __tile__ __host__ __device__ constexpr _T step() const noexcept { return __step; }

private:
  _T __lb;
  _T __ub;
  _T __step;
};

/// The values have the arithmetic conversion type of the bounds (2.14.3).
/// Help: both bounds have one type, `irange(0, n)`; `irange<unsigned>(0, n)` says which.
template <class _U1, class _U2>
  requires arithmetic_tile_convertible<_U1, _U2>
irange(_U1, _U2) -> irange<arithmetic_tile_conversion_t<_U1, _U2>>;
/// The values have the arithmetic conversion type of the bounds and the step (2.14.3).
/// Help: bounds and step have one type, `irange(0, n, 4)`; `irange<unsigned>(0, n, 4)` says which.
template <class _U1, class _U2, class _U3>
  requires arithmetic_tile_convertible<_U1, _U2> && arithmetic_tile_convertible<arithmetic_tile_conversion_t<_U1, _U2>, _U3>
irange(_U1, _U2, _U3) -> irange<arithmetic_tile_conversion_t<arithmetic_tile_conversion_t<_U1, _U2>, _U3>>;

} // namespace cuda::tiles::inline __1
