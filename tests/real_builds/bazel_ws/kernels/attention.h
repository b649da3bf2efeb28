#pragma once
#include <cstdint>
#include <type_traits>
// Switches of values at run time to constants, as macros with lambdas.
#define BOOL_SWITCH(COND, NAME, ...)      \
  [&] {                                   \
    if (COND) {                           \
      constexpr static bool NAME = true;  \
      return __VA_ARGS__();               \
    } else {                              \
      constexpr static bool NAME = false; \
      return __VA_ARGS__();               \
    }                                     \
  }()
#define HEADDIM_SWITCH(DIM, ...)          \
  [&] {                                   \
    if (DIM <= 64) {                      \
      constexpr static int kHeadDim = 64; \
      return __VA_ARGS__();               \
    } else {                              \
      constexpr static int kHeadDim = 128; \
      return __VA_ARGS__();               \
    }                                     \
  }()

struct Params {
  const void *q, *k;
  void* out;
  int batch, heads, seqlen, dim;
  float scale;
  bool causal, is_bf16;
};
