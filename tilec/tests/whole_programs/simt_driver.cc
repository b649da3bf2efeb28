/* The driver for tests with one more kernel, `threads`, of SIMT code: its launches have blocks of threads and shared memory. */
#define cuModuleGetFunction tile_function
#define cuModuleGetGlobal_v2 tile_global
#define cuFuncGetAttribute tile_attribute
#define cuOccupancyMaxActiveBlocksPerMultiprocessor tile_occupancy
#define cuLaunchKernel tile_launch
#include "driver.cc"
#undef cuModuleGetFunction
#undef cuModuleGetGlobal_v2
#undef cuFuncGetAttribute
#undef cuOccupancyMaxActiveBlocksPerMultiprocessor
#undef cuLaunchKernel

static char simt[] = "threads";
static int most_shared = 48 << 10;
static float factors[2];

API cuModuleGetFunction(void **function, void *module, const char *name) {
  return strcmp(name, simt) ? tile_function(function, module, name) : (*function = simt, SUCCESS);
}
API cuModuleGetGlobal_v2(void **address, size_t *bytes, void *module, const char *name) {
  if (strcmp(name, "factors")) return tile_global(address, bytes, module, name);
  return *address = factors, *bytes = sizeof factors, SUCCESS;
}
API cuFuncGetAttribute(int *value, int attribute, void *function) {
  if (function != simt) return tile_attribute(value, attribute, function);
  return *value = attribute == 0 ? 256 : attribute == 8 ? most_shared : 0, SUCCESS;
}
API cuFuncSetAttribute(void *function, int attribute, int value) {
  if (function != simt || attribute != 8) return INVALID_VALUE;
  return most_shared = value, SUCCESS;
}
API cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, void *function, int threads, size_t bytes) {
  if (function != simt) return tile_occupancy(blocks, function, threads, bytes);
  return *blocks = 640 / threads, SUCCESS;
}
API cuLaunchKernel(void *function, unsigned x, unsigned y, unsigned z, unsigned bx, unsigned by, unsigned bz,
                   unsigned shared, void *stream, void **arguments, void **extra) {
  if (function != simt)
    return tile_launch(function, x, y, z, bx, by, bz, shared, stream, arguments, extra);
  float *p = *(float **)arguments[0];
  struct ByTwo { char index; double by; } by_two = *(ByTwo *)arguments[2];
  return tell(stream, [=, n = *(short *)arguments[1]] {
    for (int i = 0; i < n; ++i) p[i] = p[i] * factors[(int)by_two.index] + by_two.by;
    driver_note("launch threads %ux%ux%u of %ux%ux%u with %u\n", x, y, z, bx, by, bz, shared);
  });
}
