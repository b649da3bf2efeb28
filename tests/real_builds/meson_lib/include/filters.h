#ifndef FILTERS_H
#define FILTERS_H
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif
typedef struct filters_image {
  void* data;
  int width, height;
  enum { FILTERS_U8, FILTERS_F32 } format;
} filters_image;
int filters_blur(const filters_image* in, filters_image* out, void* stream);
int filters_threshold(filters_image* image, float at, void* stream);
#ifdef __cplusplus
}
#endif
#endif
