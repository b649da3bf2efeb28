// Constants of the device's mathematical functions, as host code sees them that is compiled to learn which kernels it
// launches.
#pragma once

#define CUDART_INF_F (__builtin_huge_valf())
#define CUDART_NAN_F (__builtin_nanf(""))
#define CUDART_MIN_DENORM_F (__FLT_DENORM_MIN__)
#define CUDART_MAX_NORMAL_F (__FLT_MAX__)
#define CUDART_NEG_ZERO_F (-0.0f)
#define CUDART_ZERO_F (0.0f)
#define CUDART_ONE_F (1.0f)
#define CUDART_PI_F (3.14159265358979323846f)
#define CUDART_PIO2_F (1.57079632679489661923f)
#define CUDART_SQRT_TWO_F (1.41421356237309504880f)
#define CUDART_LN2_F (0.69314718055994530942f)
#define CUDART_L2E_F (1.44269504088896340736f)

#define CUDART_INF (__builtin_huge_val())
#define CUDART_NAN (__builtin_nan(""))
#define CUDART_MIN_DENORM (__DBL_DENORM_MIN__)
#define CUDART_MAX_NORMAL (__DBL_MAX__)
#define CUDART_NEG_ZERO (-0.0)
#define CUDART_ZERO (0.0)
#define CUDART_ONE (1.0)
#define CUDART_PI (3.14159265358979323846)
#define CUDART_PIO2 (1.57079632679489661923)
#define CUDART_SQRT_TWO (1.41421356237309504880)
#define CUDART_LN2 (0.69314718055994530942)
#define CUDART_L2E (1.44269504088896340736)
