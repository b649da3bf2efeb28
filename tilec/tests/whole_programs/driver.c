/* A driver for tests, in the place of libcuda.so: its memory is that of the process, and it runs the kernels `add`, which
   adds arrays, `count`, which adds to the variable `total`, and `fail`, which ends with an error that stays until a reset.
   Each call that does something adds a line to the file that DRIVER_LOG names. */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define API __attribute__((visibility("default"))) int
enum { SUCCESS = 0, INVALID_VALUE = 1, NOT_FOUND = 500, ILLEGAL_ADDRESS = 700 };

static int total;
static int sticky;
static int image;
static char names[3][8] = {"add", "count", "fail"};

static void note(const char *format, ...) {
  const char *path = getenv("DRIVER_LOG");
  FILE *file = path ? fopen(path, "a") : NULL;
  if (!file) return;
  va_list values;
  va_start(values, format);
  vfprintf(file, format, values);
  va_end(values);
  fclose(file);
}

API cuInit(unsigned flags) { return flags == 0 && !getenv("DRIVER_MISSING") ? SUCCESS : 100; }
API cuDriverGetVersion(int *version) { return *version = 13030, SUCCESS; }
API cuDeviceGet(int *device, int ordinal) { return *device = 7, ordinal == 0 ? SUCCESS : 101; }
API cuDeviceGetName(char *name, int length, int device) {
  return snprintf(name, length, "Test GPU %d", device), SUCCESS;
}
API cuDeviceGetAttribute(int *value, int attribute, int device) {
  *value = attribute == 75 ? 9 : attribute == 76 ? 0 : attribute == 16 ? 132 : 1;
  return device == 7 ? SUCCESS : INVALID_VALUE;
}
API cuDeviceGetUuid_v2(void *uuid, int device) { return memset(uuid, device, 16), SUCCESS; }
API cuDeviceGetPCIBusId(char *id, int length, int device) {
  return snprintf(id, length, "0000:0%d:00.0", device), SUCCESS;
}
API cuDevicePrimaryCtxRetain(void **context, int device) {
  note("retain %d\n", device);
  return *context = &total, SUCCESS;
}
API cuDevicePrimaryCtxReset_v2(int device) {
  note("reset %d\n", device);
  total = 0;
  return sticky = SUCCESS;
}
API cuCtxSetCurrent(void *context) { return context == &total ? SUCCESS : INVALID_VALUE; }
API cuStreamCreate(void **stream, unsigned flags) { return *stream = &image, flags <= 1 ? SUCCESS : INVALID_VALUE; }
API cuStreamSynchronize(void *stream) { return stream == &image ? sticky : INVALID_VALUE; }
API cuMemGetInfo_v2(size_t *available, size_t *all) { return *available = 3 << 20, *all = 4 << 20, SUCCESS; }

static int allocate(const char *kind, void **address, size_t bytes) {
  note("%s %zu\n", kind, bytes);
  return (*address = bytes > 1 << 20 ? NULL : malloc(bytes)) ? SUCCESS : 2;
}
API cuMemAlloc_v2(void **address, size_t bytes) { return allocate("device", address, bytes); }
API cuMemAllocManaged(void **address, size_t bytes, unsigned flags) {
  return flags == 1 ? allocate("managed", address, bytes) : INVALID_VALUE;
}
API cuMemHostAlloc(void **address, size_t bytes, unsigned flags) {
  return flags == 3 ? allocate("pinned", address, bytes) : INVALID_VALUE;
}
API cuMemFree_v2(void *address) { return note("free\n"), free(address), SUCCESS; }
API cuMemFreeHost(void *address) { return note("free pinned\n"), free(address), SUCCESS; }
API cuMemcpyAsync(void *to, const void *from, size_t bytes, void *stream) {
  note("copy %zu\n", bytes);
  return memmove(to, from, bytes), stream == &image ? sticky : INVALID_VALUE;
}
API cuMemsetD8Async(void *to, unsigned char value, size_t bytes, void *stream) {
  note("set %zu\n", bytes);
  return memset(to, value, bytes), stream == &image ? sticky : INVALID_VALUE;
}

/* The layout is that of tilec/src/fatbin.rs, and each payload has to be PTX for the target of its header. */
API cuModuleLoadData(void **module, const unsigned char *file) {
  uint32_t magic, header, target;
  uint64_t bytes, payload;
  memcpy(&magic, file, 4);
  memcpy(&bytes, file + 8, 8);
  if (magic != 0xba55ed50) return 200;
  for (const unsigned char *at = file + 16, *end = at + bytes; at < end; at += header + payload) {
    memcpy(&header, at + 4, 4);
    memcpy(&payload, at + 8, 8);
    memcpy(&target, at + 28, 4);
    char directive[32];
    snprintf(directive, sizeof directive, ".target sm_%u", target);
    note("image %s %u\n", strstr((const char *)at + header, directive) ? "ptx" : "?", target);
  }
  return *module = &image, SUCCESS;
}
API cuModuleGetFunction(void **function, void *module, const char *name) {
  for (int i = 0; i < 3; ++i)
    if (module == &image && !strcmp(name, names[i])) return *function = names[i], SUCCESS;
  return NOT_FOUND;
}
API cuModuleGetGlobal_v2(void **address, size_t *bytes, void *module, const char *name) {
  return *address = &total, *bytes = 4, module == &image && !strcmp(name, "total") ? SUCCESS : NOT_FOUND;
}
API cuFuncGetAttribute(int *value, int attribute, void *function) {
  return *value = attribute == 0 ? 128 : 40 + attribute, function == names[0] ? SUCCESS : INVALID_VALUE;
}
API cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, void *function, int threads, size_t bytes) {
  return *blocks = 2, function == names[0] && threads == 128 && bytes == 0 ? SUCCESS : INVALID_VALUE;
}
API cuLaunchKernel(void *function, unsigned x, unsigned y, unsigned z, unsigned threads, unsigned by, unsigned bz,
                   unsigned shared, void *stream, void **arguments, void **extra) {
  if (threads * by * bz != 1 || shared || stream != &image || extra) return INVALID_VALUE;
  note("launch %s %ux%ux%u\n", (const char *)function, x, y, z);
  if (function == names[0]) {
    const float *a = *(const float **)arguments[0], *b = *(const float **)arguments[1];
    float *c = *(float **)arguments[2];
    for (int i = 0, n = *(int *)arguments[3]; i < n; ++i) c[i] = a[i] + b[i];
  } else if (function == names[1]) {
    total += *(short *)arguments[0];
  } else {
    sticky = ILLEGAL_ADDRESS;
  }
  return SUCCESS;
}
