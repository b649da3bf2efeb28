// Part of <iterator>: what iterators are ([iterator.assoc.types], [iterator.traits], [iterator.concepts]). The tags are
// declared before.
#pragma once

namespace std {

// ---- [incrementable.traits], [readable.traits] --------------------------------------------------------------------

template <class> struct incrementable_traits {};
template <class _T>
  requires is_object_v<_T>
struct incrementable_traits<_T *> {
  using difference_type = ptrdiff_t;
};
template <class _I> struct incrementable_traits<_I const> : incrementable_traits<_I> {};
template <class _T>
  requires requires { typename _T::difference_type; }
struct incrementable_traits<_T> {
  using difference_type = typename _T::difference_type;
};
template <class _T>
  requires(!requires { typename _T::difference_type; }) && requires(_T const &__a, _T const &__b) {
    { __a - __b } -> integral;
  }
struct incrementable_traits<_T> {
  using difference_type = make_signed_t<decltype(declval<_T>() - declval<_T>())>;
};

template <class _T> struct __readable_value {};
template <class _T>
  requires is_object_v<_T>
struct __readable_value<_T> {
  using value_type = remove_cv_t<_T>;
};
template <class _T>
concept __has_value_type = requires { typename _T::value_type; };
template <class _T>
concept __has_element_type = requires { typename _T::element_type; };

template <class> struct indirectly_readable_traits {};
template <class _T> struct indirectly_readable_traits<_T *> : __readable_value<_T> {};
template <class _I>
  requires is_array_v<_I>
struct indirectly_readable_traits<_I> {
  using value_type = remove_cv_t<remove_extent_t<_I>>;
};
template <class _I> struct indirectly_readable_traits<_I const> : indirectly_readable_traits<_I> {};
template <__has_value_type _T> struct indirectly_readable_traits<_T> : __readable_value<typename _T::value_type> {};
template <__has_element_type _T>
struct indirectly_readable_traits<_T> : __readable_value<typename _T::element_type> {};
template <__has_value_type _T>
  requires __has_element_type<_T>
struct indirectly_readable_traits<_T> {};
template <__has_value_type _T>
  requires __has_element_type<_T> &&
           is_same_v<remove_cv_t<typename _T::element_type>, remove_cv_t<typename _T::value_type>>
struct indirectly_readable_traits<_T> : __readable_value<typename _T::value_type> {};

template <class _T>
concept __referenceable = !is_void_v<_T>;
template <class _It>
  requires requires(_It &__it) {
    { *__it } -> __referenceable;
  }
using iter_reference_t = decltype(*declval<_It &>());

// ---- [iterator.traits] --------------------------------------------------------------------------------------------

template <class _I>
concept __cpp17_iterator = copyable<_I> && requires(_I __i) {
  { *__i } -> __referenceable;
  { ++__i } -> same_as<_I &>;
  { *__i++ } -> __referenceable;
};
template <class _I>
concept __cpp17_input_iterator = __cpp17_iterator<_I> && equality_comparable<_I> && requires(_I __i) {
  requires signed_integral<typename incrementable_traits<_I>::difference_type>;
  typename indirectly_readable_traits<_I>::value_type;
  typename common_reference_t<iter_reference_t<_I> &&, typename indirectly_readable_traits<_I>::value_type &>;
  typename common_reference_t<decltype(*__i++) &&, typename indirectly_readable_traits<_I>::value_type &>;
};
template <class _I>
concept __cpp17_forward_iterator =
    __cpp17_input_iterator<_I> && constructible_from<_I> && is_reference_v<iter_reference_t<_I>> &&
    same_as<remove_cvref_t<iter_reference_t<_I>>, typename indirectly_readable_traits<_I>::value_type> &&
    requires(_I __i) {
      { __i++ } -> convertible_to<_I const &>;
      { *__i++ } -> same_as<iter_reference_t<_I>>;
    };
template <class _I>
concept __cpp17_bidirectional_iterator = __cpp17_forward_iterator<_I> && requires(_I __i) {
  { --__i } -> same_as<_I &>;
  { __i-- } -> convertible_to<_I const &>;
  { *__i-- } -> same_as<iter_reference_t<_I>>;
};
template <class _I>
concept __cpp17_random_access_iterator =
    __cpp17_bidirectional_iterator<_I> && totally_ordered<_I> &&
    requires(_I __i, typename incrementable_traits<_I>::difference_type __n) {
      { __i += __n } -> same_as<_I &>;
      { __i -= __n } -> same_as<_I &>;
      { __i + __n } -> same_as<_I>;
      { __n + __i } -> same_as<_I>;
      { __i - __n } -> same_as<_I>;
      { __i - __i } -> same_as<decltype(__n)>;
      { __i[__n] } -> convertible_to<iter_reference_t<_I>>;
    };

template <class _I>
concept __has_iterator_types = requires {
  typename _I::iterator_category;
  typename _I::value_type;
  typename _I::difference_type;
  typename _I::reference;
};

/// The category by what the iterator can do, where it does not say.
template <class _I> consteval auto __deduced_category() {
  if constexpr (requires { typename _I::iterator_category; })
    return typename _I::iterator_category{};
  else if constexpr (__cpp17_random_access_iterator<_I>)
    return random_access_iterator_tag{};
  else if constexpr (__cpp17_bidirectional_iterator<_I>)
    return bidirectional_iterator_tag{};
  else if constexpr (__cpp17_forward_iterator<_I>)
    return forward_iterator_tag{};
  else
    return input_iterator_tag{};
}
template <class _I> struct __pointer_of {
  using type = void;
};
template <class _I>
  requires requires { typename _I::pointer; }
struct __pointer_of<_I> {
  using type = typename _I::pointer;
};
template <class _I>
  requires(!requires { typename _I::pointer; }) && requires(_I &__i) { __i.operator->(); }
struct __pointer_of<_I> {
  using type = decltype(declval<_I &>().operator->());
};

// __is_primary: not specialised by a program.
template <class _It> struct iterator_traits {
  using __is_primary = void;
};
template <__has_iterator_types _It> struct iterator_traits<_It> {
  using __is_primary = void;
  using iterator_category = typename _It::iterator_category;
  using value_type = typename _It::value_type;
  using difference_type = typename _It::difference_type;
  using pointer = typename __pointer_of<_It>::type;
  using reference = typename _It::reference;
};
template <class _It>
  requires(!__has_iterator_types<_It>) && __cpp17_input_iterator<_It>
struct iterator_traits<_It> {
  using __is_primary = void;
  using iterator_category = decltype(std::__deduced_category<_It>());
  using value_type = typename indirectly_readable_traits<_It>::value_type;
  using difference_type = typename incrementable_traits<_It>::difference_type;
  using pointer = typename __pointer_of<_It>::type;
  using reference = iter_reference_t<_It>;
};
template <class _It>
  requires(!__has_iterator_types<_It>) && (!__cpp17_input_iterator<_It>) && __cpp17_iterator<_It>
struct iterator_traits<_It> {
  using __is_primary = void;
  using iterator_category = output_iterator_tag;
  using value_type = void;
  using difference_type = void;
  using pointer = void;
  using reference = void;
};
template <class _T>
  requires is_object_v<_T>
struct iterator_traits<_T *> {
  using iterator_concept = contiguous_iterator_tag;
  using iterator_category = random_access_iterator_tag;
  using value_type = remove_cv_t<_T>;
  using difference_type = ptrdiff_t;
  using pointer = _T *;
  using reference = _T &;
};

template <class _T>
concept __is_traits_primary = requires { typename iterator_traits<_T>::__is_primary; };
template <class _T> struct __difference_of : iterator_traits<_T> {};
template <__is_traits_primary _T> struct __difference_of<_T> : incrementable_traits<_T> {};
template <class _T> struct __value_of : iterator_traits<_T> {};
template <__is_traits_primary _T> struct __value_of<_T> : indirectly_readable_traits<_T> {};

template <class _It> using iter_difference_t = typename __difference_of<remove_cvref_t<_It>>::difference_type;
template <class _It> using iter_value_t = typename __value_of<remove_cvref_t<_It>>::value_type;
template <class _T> struct __rvalue_of {
  using type = _T;
};
template <class _T> struct __rvalue_of<_T &> {
  using type = _T &&;
};
template <class _It> using iter_rvalue_reference_t = typename __rvalue_of<iter_reference_t<_It>>::type;

// ---- [iterator.concepts] ------------------------------------------------------------------------------------------

template <class _In>
concept __readable = requires(_In const __in) {
  typename iter_value_t<_In>;
  typename iter_reference_t<_In>;
  typename iter_rvalue_reference_t<_In>;
  { *__in } -> same_as<iter_reference_t<_In>>;
} && common_reference_with<iter_reference_t<_In> &&, iter_value_t<_In> &> &&
    common_reference_with<iter_reference_t<_In> &&, iter_rvalue_reference_t<_In> &&> &&
    common_reference_with<iter_rvalue_reference_t<_In> &&, iter_value_t<_In> const &>;
template <class _In>
concept indirectly_readable = __readable<remove_cvref_t<_In>>;
template <indirectly_readable _T> using iter_common_reference_t = common_reference_t<iter_reference_t<_T>, iter_value_t<_T> &>;

template <class _Out, class _T>
concept indirectly_writable = requires(_Out &&__o, _T &&__t) {
  *__o = static_cast<_T &&>(__t);
  *static_cast<_Out &&>(__o) = static_cast<_T &&>(__t);
  const_cast<iter_reference_t<_Out> const &&>(*__o) = static_cast<_T &&>(__t);
  const_cast<iter_reference_t<_Out> const &&>(*static_cast<_Out &&>(__o)) = static_cast<_T &&>(__t);
};

template <class _I>
concept weakly_incrementable = movable<_I> && requires(_I __i) {
  typename iter_difference_t<_I>;
  requires signed_integral<iter_difference_t<_I>>;
  { ++__i } -> same_as<_I &>;
  __i++;
};
template <class _I>
concept incrementable = regular<_I> && weakly_incrementable<_I> && requires(_I __i) {
  { __i++ } -> same_as<_I>;
};
template <class _I>
concept input_or_output_iterator = requires(_I __i) {
  { *__i } -> __referenceable;
} && weakly_incrementable<_I>;

template <class _T, class _U>
concept __equality_with = requires(remove_reference_t<_T> const &__t, remove_reference_t<_U> const &__u) {
  { __t == __u } -> convertible_to<bool>;
  { __t != __u } -> convertible_to<bool>;
  { __u == __t } -> convertible_to<bool>;
  { __u != __t } -> convertible_to<bool>;
};
template <class _S, class _I>
concept sentinel_for = semiregular<_S> && input_or_output_iterator<_I> && __equality_with<_S, _I>;
template <class _S, class _I> inline constexpr bool disable_sized_sentinel_for = false;
template <class _S, class _I>
concept sized_sentinel_for = sentinel_for<_S, _I> && !disable_sized_sentinel_for<remove_cv_t<_S>, remove_cv_t<_I>> &&
                             requires(_I const &__i, _S const &__s) {
                               { __s - __i } -> same_as<iter_difference_t<_I>>;
                               { __i - __s } -> same_as<iter_difference_t<_I>>;
                             };

/// ITER_TRAITS of the standard.
template <class _I> struct __iter_traits {
  using type = iterator_traits<_I>;
};
template <__is_traits_primary _I> struct __iter_traits<_I> {
  using type = _I;
};
/// ITER_CONCEPT of the standard.
template <class _I> struct __iter_concept {};
template <class _I>
  requires requires { typename __iter_traits<_I>::type::iterator_concept; }
struct __iter_concept<_I> {
  using type = typename __iter_traits<_I>::type::iterator_concept;
};
template <class _I>
  requires(!requires { typename __iter_traits<_I>::type::iterator_concept; }) &&
          requires { typename __iter_traits<_I>::type::iterator_category; }
struct __iter_concept<_I> {
  using type = typename __iter_traits<_I>::type::iterator_category;
};
template <__is_traits_primary _I>
  requires(!requires { typename _I::iterator_concept; }) && (!requires { typename _I::iterator_category; })
struct __iter_concept<_I> {
  using type = random_access_iterator_tag;
};
template <class _I, class _Tag>
concept __has_concept = requires { requires derived_from<typename __iter_concept<_I>::type, _Tag>; };

template <class _I>
concept input_iterator = input_or_output_iterator<_I> && indirectly_readable<_I> && __has_concept<_I, input_iterator_tag>;
template <class _I, class _T>
concept output_iterator = input_or_output_iterator<_I> && indirectly_writable<_I, _T> &&
                          requires(_I __i, _T &&__t) { *__i++ = static_cast<_T &&>(__t); };
template <class _I>
concept forward_iterator = input_iterator<_I> && __has_concept<_I, forward_iterator_tag> && incrementable<_I> &&
                           sentinel_for<_I, _I>;
template <class _I>
concept bidirectional_iterator =
    forward_iterator<_I> && __has_concept<_I, bidirectional_iterator_tag> && requires(_I __i) {
      { --__i } -> same_as<_I &>;
      { __i-- } -> same_as<_I>;
    };
template <class _I>
concept random_access_iterator =
    bidirectional_iterator<_I> && __has_concept<_I, random_access_iterator_tag> && totally_ordered<_I> &&
    sized_sentinel_for<_I, _I> && requires(_I __i, _I const __j, iter_difference_t<_I> const __n) {
      { __i += __n } -> same_as<_I &>;
      { __j + __n } -> same_as<_I>;
      { __n + __j } -> same_as<_I>;
      { __i -= __n } -> same_as<_I &>;
      { __j - __n } -> same_as<_I>;
      { __j[__n] } -> same_as<iter_reference_t<_I>>;
    };
template <class _I>
concept contiguous_iterator =
    random_access_iterator<_I> && __has_concept<_I, contiguous_iterator_tag> &&
    is_lvalue_reference_v<iter_reference_t<_I>> && same_as<iter_value_t<_I>, remove_cvref_t<iter_reference_t<_I>>> &&
    (is_pointer_v<_I> || requires(_I const &__i) {
      { __i.operator->() } -> convertible_to<add_pointer_t<iter_reference_t<_I>>>;
    });

/// The end of a range whose iterators know their end.
struct default_sentinel_t {};
inline constexpr default_sentinel_t default_sentinel{};
/// The end that is never reached.
struct unreachable_sentinel_t {
  template <weakly_incrementable _I>
  friend constexpr bool operator==(unreachable_sentinel_t, _I const &) noexcept {
    return false;
  }
};
inline constexpr unreachable_sentinel_t unreachable_sentinel{};

} // namespace std
