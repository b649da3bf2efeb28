/* The common part of all launchers written by tilec: the CUDA driver, found at run time.
 *
 * Nothing of CUDA is needed to compile this, and nothing to link but the C library (-ldl before
 * glibc 2.34). With TILEC_LINK_DRIVER defined the driver's functions are linked instead (-lcuda).
 */
#ifndef TILEC_LAUNCHER
#define TILEC_LAUNCHER 1

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#ifndef __cplusplus
#include <stdbool.h>
#endif
#ifndef TILEC_LINK_DRIVER
#ifdef _WIN32
#include <windows.h>
#else
#include <dlfcn.h>
#endif
#endif

/* CUresult of the driver: 0 is success. Below 0: */
typedef int tilec_result;
#define TILEC_NO_DRIVER (-1)
#define TILEC_OLD_DRIVER (-2)

/* Tile blocks in each direction. */
typedef struct tilec_grid {
    unsigned int x, y, z;
} tilec_grid;

static inline tilec_grid tilec_grid_of(unsigned int x, unsigned int y, unsigned int z) {
    tilec_grid grid;
    grid.x = x;
    grid.y = y;
    grid.z = z;
    return grid;
}

/* CUstream and cudaStream_t are the same type; a null pointer is the default stream. */
typedef struct CUstream_st *tilec_stream;

/* Formats that C lacks: the types of CUDA's headers if those come before this one, else bits. */
#ifdef __CUDA_FP16_TYPES_EXIST__
typedef __half tilec_f16;
#else
typedef uint16_t tilec_f16;
#endif
#ifdef __CUDA_BF16_TYPES_EXIST__
typedef __nv_bfloat16 tilec_bf16;
#else
typedef uint16_t tilec_bf16;
#endif
#ifdef __CUDA_FP8_TYPES_EXIST__
typedef __nv_fp8_e4m3 tilec_e4m3;
typedef __nv_fp8_e5m2 tilec_e5m2;
#else
typedef uint8_t tilec_e4m3;
typedef uint8_t tilec_e5m2;
#endif
typedef float tilec_tf32;

/* CUlaunchConfig */
typedef struct tilec_launch_config {
    unsigned int grid_x, grid_y, grid_z;
    unsigned int block_x, block_y, block_z;
    unsigned int shared_bytes;
    tilec_stream stream;
    void *attributes;
    unsigned int attribute_count;
} tilec_launch_config;

typedef struct tilec_driver {
    int (*init)(unsigned int);
    int (*get_error_string)(int, const char **);
    int (*get_device)(int *, int);
    int (*get_context)(void **);
    int (*set_context)(void *);
    int (*retain_primary_context)(void **, int);
    int (*load)(void **, const void *, unsigned int, int *, void **);
    int (*unload)(void *);
    int (*get_function)(void **, void *, const char *);
    int (*launch)(const tilec_launch_config *, void *, void **, void **);
} tilec_driver;

/* An image loaded in the current context. */
typedef struct tilec_module {
    tilec_driver driver;
    void *handle;
    /* What the driver's assembler said if it refused the image. */
    char log[1024];
} tilec_module;

#ifdef TILEC_LINK_DRIVER
#ifdef __cplusplus
extern "C" {
#endif
#ifndef CUDA_VERSION
int cuInit(unsigned int);
int cuGetErrorString(int, const char **);
int cuDeviceGet(int *, int);
int cuCtxGetCurrent(void **);
int cuCtxSetCurrent(void *);
int cuDevicePrimaryCtxRetain(void **, int);
int cuModuleLoadDataEx(void **, const void *, unsigned int, int *, void **);
int cuModuleUnload(void *);
int cuModuleGetFunction(void **, void *, const char *);
int cuLaunchKernelEx(const tilec_launch_config *, void *, void **, void **);
#endif
#ifdef __cplusplus
}
#endif
#define TILEC_FIND(library, name) ((void (*)(void))(name))
#elif defined(_WIN32)
#define TILEC_FIND(library, name) ((void (*)(void))GetProcAddress((HMODULE)(library), #name))
#else
/* ISO C has no conversion from an object pointer to a function pointer; POSIX has their bytes. */
static inline void (*tilec_find(void *library, const char *name))(void) {
    void *object = dlsym(library, name);
    void (*function)(void);
    memcpy(&function, &object, sizeof function);
    return function;
}
#define TILEC_FIND(library, name) tilec_find((library), #name)
#endif

static inline tilec_result tilec_open_driver(tilec_driver *driver) {
    void *library = NULL;
#if defined(_WIN32) && !defined(TILEC_LINK_DRIVER)
    library = (void *)LoadLibraryA("nvcuda.dll");
    if (!library) return TILEC_NO_DRIVER;
#elif !defined(TILEC_LINK_DRIVER)
    library = dlopen("libcuda.so.1", RTLD_NOW);
    if (!library) library = dlopen("libcuda.so", RTLD_NOW);
    if (!library) return TILEC_NO_DRIVER;
#endif
    (void)library;
    driver->init = (int (*)(unsigned int))TILEC_FIND(library, cuInit);
    driver->get_error_string = (int (*)(int, const char **))TILEC_FIND(library, cuGetErrorString);
    driver->get_device = (int (*)(int *, int))TILEC_FIND(library, cuDeviceGet);
    driver->get_context = (int (*)(void **))TILEC_FIND(library, cuCtxGetCurrent);
    driver->set_context = (int (*)(void *))TILEC_FIND(library, cuCtxSetCurrent);
    driver->retain_primary_context =
        (int (*)(void **, int))TILEC_FIND(library, cuDevicePrimaryCtxRetain);
    driver->load = (int (*)(void **, const void *, unsigned int, int *, void **))TILEC_FIND(
        library, cuModuleLoadDataEx);
    driver->unload = (int (*)(void *))TILEC_FIND(library, cuModuleUnload);
    driver->get_function =
        (int (*)(void **, void *, const char *))TILEC_FIND(library, cuModuleGetFunction);
    driver->launch = (int (*)(const tilec_launch_config *, void *, void **, void **))TILEC_FIND(
        library, cuLaunchKernelEx);
    if (!driver->init || !driver->get_error_string || !driver->get_device || !driver->get_context ||
        !driver->set_context || !driver->retain_primary_context || !driver->load ||
        !driver->unload || !driver->get_function || !driver->launch)
        return TILEC_OLD_DRIVER;
    return 0;
}

/* Loads an image in the current context; without one, in the primary context of device 0. */
static inline tilec_result tilec_load(tilec_module *module, const void *image) {
    tilec_result result;
    void *context = NULL;
    /* CU_JIT_ERROR_LOG_BUFFER and its size in bytes */
    int options[2] = {5, 6};
    void *values[2];
    memset(module, 0, sizeof *module);
    values[0] = module->log;
    values[1] = (void *)(uintptr_t)(sizeof module->log - 1);
    if ((result = tilec_open_driver(&module->driver)) != 0) return result;
    if ((result = module->driver.init(0)) != 0) return result;
    if ((result = module->driver.get_context(&context)) != 0) return result;
    if (!context) {
        int device = 0;
        if ((result = module->driver.get_device(&device, 0)) != 0) return result;
        if ((result = module->driver.retain_primary_context(&context, device)) != 0) return result;
        if ((result = module->driver.set_context(context)) != 0) return result;
    }
    return module->driver.load(&module->handle, image, 2, options, values);
}

static inline tilec_result tilec_unload(tilec_module *module) {
    tilec_result result = module->handle ? module->driver.unload(module->handle) : 0;
    module->handle = NULL;
    return result;
}

/* A kernel fixes the threads of its tile blocks itself, so that a launch passes one. */
static inline tilec_result tilec_launch(const tilec_module *module, void *function, tilec_grid grid,
                                        tilec_stream stream, void **arguments) {
    tilec_launch_config config;
    memset(&config, 0, sizeof config);
    config.grid_x = grid.x;
    config.grid_y = grid.y;
    config.grid_z = grid.z;
    config.block_x = config.block_y = config.block_z = 1;
    config.stream = stream;
    return module->driver.launch(&config, function, arguments, NULL);
}

static inline const char *tilec_error_string(const tilec_module *module, tilec_result result) {
    const char *text = NULL;
    if (result == TILEC_NO_DRIVER) return "there is no CUDA driver";
    if (result == TILEC_OLD_DRIVER) return "the CUDA driver is older than 11.8";
    if (!module->driver.get_error_string || module->driver.get_error_string(result, &text) != 0)
        return "unknown error";
    return text;
}

#endif /* TILEC_LAUNCHER */
