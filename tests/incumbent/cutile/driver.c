/* A driver without a GPU: answers what cuTile Python asks before it compiles, and does nothing. */
#include <string.h>

typedef int Result;

static Result nothing(void) { return 0; }
static Result one(int *count) { return *count = 1, 0; }
static Result version(int *number) { return *number = 13030, 0; }
static Result first(int *device) { return *device = 0, 0; }
static Result context(void **handle) { return *handle = (void *)1, 0; }
static Result retained(void **handle, int device) { return (void)device, *handle = (void *)1, 0; }
static Result of_stream(void *stream, void **handle) { return (void)stream, *handle = (void *)1, 0; }
static Result identity(void *handle, unsigned long long *id) { return (void)handle, *id = 1, 0; }
static Result capturing(void *stream, int *status) { return (void)stream, *status = 0, 0; }

/* Compute capability 10.0; everything else is plenty. */
static Result attribute(int *value, int which, int device) {
    (void)device;
    *value = which == 75 ? 10 : which == 76 ? 0 : 1 << 20;
    return 0;
}

/* All memory is the device's. */
static Result pointer(void *value, int which, unsigned long long address) {
    (void)address;
    if (which == 1)
        *(void **)value = (void *)1;
    else
        *(int *)value = which == 2 ? 2 : 0;
    return 0;
}

Result cuGetProcAddress_v2(const char *name, void **function, int wanted, unsigned long long flags, int *status) {
    static const struct {
        const char *name;
        void *function;
    } all[] = {
        {"cuCtxGetCurrent", (void *)context},           {"cuCtxGetDevice", (void *)first},
        {"cuCtxGetId", (void *)identity},               {"cuDeviceGet", (void *)first},
        {"cuDeviceGetAttribute", (void *)attribute},    {"cuDeviceGetCount", (void *)one},
        {"cuDevicePrimaryCtxRetain", (void *)retained}, {"cuDriverGetVersion", (void *)version},
        {"cuPointerGetAttribute", (void *)pointer},     {"cuStreamGetCtx", (void *)of_stream},
        {"cuStreamGetId", (void *)identity},            {"cuStreamIsCapturing", (void *)capturing},
    };
    (void)wanted, (void)flags;
    *function = (void *)nothing;
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(name, all[i].name) == 0)
            *function = all[i].function;
    if (status)
        *status = 0;
    return 0;
}
