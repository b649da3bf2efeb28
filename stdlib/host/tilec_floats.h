// The builtin floating-point types of tile code that a host compiler lacks, as it computes with them: conversions round to
// nearest even, once; arithmetic is that of float, which holds each of them exactly, rounded again, and that is the correctly
// rounded result for numbers of at most 11 bits.
#pragma once

namespace __tilec_host {

/// A sign but in ue5m3, exponent bits, fraction bits. All but e4m3, ue5m3 and e2m1 have infinities; fp8 and fp4 saturate.
template <class _Storage, int _ExponentBits, int _FractionBits, bool _HasInfinity, bool _Saturates, bool _HasNan = true,
          bool _HasSign = true>
struct number {
  static constexpr int bias = (1 << (_ExponentBits - 1)) - 1;
  static constexpr unsigned fraction_mask = (1u << _FractionBits) - 1;
  static constexpr unsigned exponent_mask = (1u << _ExponentBits) - 1;
  static constexpr unsigned sign_bit = 1u << (_ExponentBits + _FractionBits);
  /// Of tf32, a float whose last bits are zero.
  static constexpr int unused = sizeof(_Storage) == 4 ? 31 - _ExponentBits - _FractionBits : 0;
  static constexpr unsigned infinity = exponent_mask << _FractionBits;
  static constexpr unsigned nan = infinity | (_HasInfinity ? 1u << (_FractionBits - 1) : fraction_mask);
  /// The number before infinity or NaN.
  static constexpr unsigned largest = _HasInfinity ? infinity - 1 : _HasNan ? nan - 1 : nan;

  /// The bits of a double, rounded.
  static constexpr unsigned from_double(double value) {
    unsigned long const bits = __builtin_bit_cast(unsigned long, value);
    unsigned const sign = _HasSign && bits >> 63 ? sign_bit : 0;
    int const exponent = static_cast<int>(bits >> 52 & 0x7ff);
    unsigned long const fraction = bits & 0xfffffffffffffull;
    if ((exponent == 0x7ff && fraction != 0) || (!_HasSign && value < 0))
      return nan;
    if (exponent == 0x7ff)
      return sign | (_Saturates ? largest : infinity);
    if (exponent == 0)
      return sign;
    unsigned long const significand = fraction | 1ul << 52;
    int const unbiased = exponent - 1023;
    // How many bits go: those beyond the fraction, and those below the smallest exponent.
    int const below = unbiased < 1 - bias ? 1 - bias - unbiased : 0;
    int const shift = 52 - _FractionBits + below;
    if (shift > 54)
      return sign;
    unsigned long const kept = significand >> shift;
    unsigned long const rest = significand & ((1ul << shift) - 1), half = 1ul << (shift - 1);
    unsigned long rounded = kept + (rest > half || (rest == half && (kept & 1)));
    // The leading bit adds one to the exponent, and so does a carry.
    if (below == 0)
      rounded += static_cast<unsigned long>(unbiased + bias - 1) << _FractionBits;
    bool const is_too_large = rounded > largest;
    return sign | (is_too_large ? (_Saturates ? largest : infinity) : static_cast<unsigned>(rounded));
  }

  /// Exact.
  static constexpr float to_float(unsigned bits) {
    unsigned const exponent = bits >> _FractionBits & exponent_mask, fraction = bits & fraction_mask;
    unsigned const sign = bits & sign_bit ? 0x80000000u : 0;
    bool const is_nan = !_HasNan ? false : _HasInfinity ? exponent == exponent_mask && fraction != 0 : (bits & (sign_bit - 1)) == nan;
    if (is_nan)
      return __builtin_bit_cast(float, 0x7fc00000u);
    if (_HasInfinity && exponent == exponent_mask)
      return __builtin_bit_cast(float, sign | 0x7f800000u);
    if (exponent != 0 || fraction == 0 || _ExponentBits == 8) {
      unsigned const biased = exponent == 0 ? 0 : exponent + 127 - bias;
      return __builtin_bit_cast(float, sign | biased << 23 | fraction << (23 - _FractionBits));
    }
    float const scale = __builtin_bit_cast(float, static_cast<unsigned>(127 + 1 - bias - _FractionBits) << 23);
    float const magnitude = static_cast<float>(fraction) * scale;
    return sign ? -magnitude : magnitude;
  }
};

/// The magnitude rounded up to a power of two, at most 2^127: eight exponent bits.
struct power {
  static constexpr int unused = 0;
  static constexpr unsigned sign_bit = 0, nan = 0xff, largest = 0xfe;

  static constexpr unsigned from_double(double value) {
    unsigned long const bits = __builtin_bit_cast(unsigned long, value);
    int const exponent = static_cast<int>(bits >> 52 & 0x7ff);
    bool const is_between = (bits & 0xfffffffffffffull) != 0;
    if (exponent == 0x7ff && is_between)
      return nan;
    int const biased = exponent - 1023 + 127 + is_between;
    return biased < 0 ? 0 : biased > int(largest) ? largest : static_cast<unsigned>(biased);
  }

  static constexpr float to_float(unsigned bits) {
    return __builtin_bit_cast(float, bits == nan ? 0x7fc00000u : bits == 0 ? 0x400000u : bits << 23);
  }
};

/// A 64-bit number as a double that rounds to fewer bits as the number does: the last bit says whether some are missing.
constexpr double odd(unsigned long long value) {
  bool const is_exact = value >> 53 == 0;
  return static_cast<double>(is_exact ? value : value >> 11 << 11 | (value & 0x7ff ? 0x800 : 0));
}
constexpr double widened(double value) { return value; }
constexpr double widened(float value) { return value; }
constexpr double widened(unsigned long long value) { return odd(value); }
constexpr double widened(unsigned long value) { return odd(value); }
constexpr double widened(long long value) {
  return value < 0 ? -odd(0ull - static_cast<unsigned long long>(value)) : odd(static_cast<unsigned long long>(value));
}
constexpr double widened(long value) { return widened(static_cast<long long>(value)); }
template <class _T> constexpr double widened(_T value) { return static_cast<double>(value); }

} // namespace __tilec_host

#define __TILEC_HOST_FLOAT(_name, _storage, ...)                                                                       \
  __TILEC_HOST_FORMAT(_name, _storage, __tilec_host::number<_storage, __VA_ARGS__>)
#define __TILEC_HOST_FORMAT(_name, _storage, ...)                                                                      \
  struct _name {                                                                                                       \
    using _format = __VA_ARGS__;                                                                                       \
    _storage bits;                                                                                                     \
    _name() = default;                                                                                                 \
    template <class _T>                                                                                                \
    explicit constexpr _name(_T value)                                                                                 \
        : bits(static_cast<_storage>(_format::from_double(__tilec_host::widened(value)) << _format::unused)) {}        \
    template <class _T> explicit constexpr operator _T() const {                                                       \
      return static_cast<_T>(_format::to_float(static_cast<unsigned>(bits) >> _format::unused));                       \
    }                                                                                                                  \
  };                                                                                                                   \
  constexpr _name operator+(_name a, _name b) { return _name(float(a) + float(b)); }                                   \
  constexpr _name operator-(_name a, _name b) { return _name(float(a) - float(b)); }                                   \
  constexpr _name operator*(_name a, _name b) { return _name(float(a) * float(b)); }                                   \
  constexpr _name operator/(_name a, _name b) { return _name(float(a) / float(b)); }                                   \
  constexpr _name operator-(_name a) {                                                                                 \
    a.bits = static_cast<_storage>(a.bits ^ static_cast<_storage>(_name::_format::sign_bit << _name::_format::unused));\
    return a;                                                                                                          \
  }                                                                                                                    \
  constexpr bool operator<(_name a, _name b) { return float(a) < float(b); }                                           \
  constexpr bool operator==(_name a, _name b) { return float(a) == float(b); }
__TILEC_HOST_FLOAT(__tilec_f16, unsigned short, 5, 10, true, false)
__TILEC_HOST_FLOAT(__tilec_bf16, unsigned short, 8, 7, true, false)
__TILEC_HOST_FLOAT(__tilec_tf32, unsigned, 8, 10, true, false)
__TILEC_HOST_FLOAT(__tilec_e4m3, unsigned char, 4, 3, false, true)
__TILEC_HOST_FLOAT(__tilec_e5m2, unsigned char, 5, 2, true, true)
__TILEC_HOST_FLOAT(__tilec_ue5m3, unsigned char, 5, 3, false, true, true, false)
__TILEC_HOST_FLOAT(__tilec_e2m1, unsigned char, 2, 1, false, true, false)
__TILEC_HOST_FORMAT(__tilec_e8m0, unsigned char, __tilec_host::power)
#undef __TILEC_HOST_FLOAT
#undef __TILEC_HOST_FORMAT
