/* A driver that says what it is asked, for hosts that launch kernels where there is no GPU. Its
 * functions have the parameters that the driver API's have. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int CUresult;
typedef int CUdevice;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;
typedef struct CUgraph_st *CUgraph;
typedef struct CUgraphExec_st *CUgraphExec;

typedef struct {
    unsigned int gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes;
    CUstream hStream;
    void *attrs;
    unsigned int numAttrs;
} CUlaunchConfig;

static CUcontext current;
static char functions[8][128];
static int n_functions;
/* How often each context has been reset, and how often its context had been when a function was found. */
static unsigned long long resets[8], resets_before[8];
static CUcontext context_with[8];

CUresult cuInit(unsigned int flags) {
    printf("init %u\n", flags);
    return 0;
}

CUresult cuGetErrorString(CUresult error, const char **text) {
    *text = error == 500 ? "named symbol not found" : "a problem";
    return 0;
}

CUresult cuDeviceGet(CUdevice *device, int ordinal) {
    *device = 40 + ordinal;
    return 0;
}

CUresult cuCtxGetCurrent(CUcontext *context) {
    *context = current;
    return 0;
}

/* The context of a device is its number in this table; the last one is another context of the first device. */
static CUcontext context_of(CUdevice device) { return (CUcontext)functions[device - 40]; }

static size_t number_of(CUcontext context) { return context ? (char(*)[128])context - functions : 0; }

CUresult cuDeviceGetAttribute(int *value, int attribute, CUdevice device) {
    *value = 1 << 20;
    return attribute == 38 && device >= 40 ? 0 : 1;
}

CUresult cuCtxSetCurrent(CUcontext context) {
    current = context;
    if (getenv("CONTEXTS")) {
        CUdevice device = 40;
        while (context && context_of(device) != context) device++;
        printf("current %d\n", context ? device : 0);
    }
    return 0;
}

CUresult cuCtxGetDevice(CUdevice *device) {
    *device = number_of(current) == 7 ? 40 : 40 + (int)number_of(current);
    return 0;
}

CUresult cuCtxGetId(CUcontext context, unsigned long long *id) {
    *id = 100 * number_of(context) + resets[number_of(context)];
    return 0;
}

CUresult cuDevicePrimaryCtxReset_v2(CUdevice device) {
    resets[device - 40]++;
    return 0;
}

CUresult cuThreadExchangeStreamCaptureMode(int *mode) {
    static int kept;
    int given = *mode;
    *mode = kept;
    kept = given;
    return getenv("NO_MODE") ? 1 : 0;
}

CUresult cuStreamIsCapturing(CUstream stream, int *status) {
    *status = getenv("CAPTURING") ? 1 : 0;
    return 0;
}

CUresult cuCtxSynchronize(void) {
    printf("synchronize\n");
    return 0;
}

/* Streams from 100 on are of the second device. */
CUresult cuStreamGetCtx(CUstream stream, CUcontext *context) {
    *context = context_of((size_t)stream < 100 ? 40 : 41);
    return 0;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device) {
    printf("context of device %d\n", device);
    *context = context_of(device);
    return 0;
}

CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned int n, int *options,
                            void **values) {
    const char *text = (const char *)image;
    if (getenv("REFUSE")) {
        if (n == 2 && options[0] == 5 && options[1] == 6 && (size_t)values[1] > 32)
            strcpy((char *)values[0], "ptxas: the image is refused");
        return 218;
    }
    if (strncmp(text, "\177ELF", 4) == 0)
        printf("load a cubin\n");
    else
        printf("load %.7s, %s\n", text, text[strlen(text) - 1] == '\n' ? "whole" : "cut off");
    *module = (CUmodule)&current;
    return 0;
}

CUresult cuModuleUnload(CUmodule module) {
    printf("unload %d\n", module == (CUmodule)&current);
    return 0;
}

CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name) {
    if (module != (CUmodule)&current || n_functions == 8) return 500;
    strncpy(functions[n_functions], name, 127);
    context_with[n_functions] = current;
    resets_before[n_functions] = resets[number_of(current)];
    *function = (CUfunction)functions[n_functions++];
    return 0;
}

/* Prints the bytes of the arguments. Their sizes are in the environment, for one launch after the
 * other, a comma behind each: 1, 2, 4, 8 or `g` for 16. */
CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction function, void **arguments,
                          void **extra) {
    static const char *sizes;
    size_t number = (char(*)[128])function - functions;
    if (context_with[number] != current || resets_before[number] != resets[number_of(current)]) return 400;
    if (!sizes) sizes = getenv("SIZES");
    printf("launch %s grid %u %u %u block %u %u %u shared %u stream %zu attributes %u extra %d:",
           (const char *)function, config->gridDimX, config->gridDimY, config->gridDimZ,
           config->blockDimX, config->blockDimY, config->blockDimZ, config->sharedMemBytes,
           (size_t)config->hStream, config->numAttrs, extra != NULL);
    for (int i = 0; sizes && *sizes; i++) {
        const unsigned char *bytes;
        int size = *sizes == 'g' ? 16 : *sizes - '0';
        if (*sizes++ == ',') break;
        bytes = (const unsigned char *)arguments[i];
        printf(" ");
        for (int k = size - 1; k >= 0; k--) printf("%02x", bytes[k]);
    }
    printf("\n");
    return 0;
}

CUresult cuStreamCreate(CUstream *stream, unsigned int flags) {
    *stream = (CUstream)(size_t)(70 + flags);
    return 0;
}

CUresult cuEventCreate(CUevent *event, unsigned int flags) {
    static size_t n_events;
    *event = (CUevent)(10 * ++n_events + flags);
    return 0;
}

CUresult cuEventRecord(CUevent event, CUstream stream) {
    printf("event %zu in stream %zu\n", (size_t)event, (size_t)stream);
    return 0;
}

CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned int flags) {
    printf("stream %zu waits for event %zu, flags %u\n", (size_t)stream, (size_t)event, flags);
    return 0;
}

CUresult cuEventDestroy_v2(CUevent event) {
    printf("destroy event %zu\n", (size_t)event);
    return 0;
}

CUresult cuStreamBeginCapture_v2(CUstream stream, int mode) {
    printf("capture stream %zu, mode %d\n", (size_t)stream, mode);
    return 0;
}

CUresult cuStreamEndCapture(CUstream stream, CUgraph *graph) {
    *graph = (CUgraph)stream;
    return 0;
}

CUresult cuGraphInstantiateWithFlags(CUgraphExec *made, CUgraph graph, unsigned long long flags) {
    *made = (CUgraphExec)(size_t)(1000 + flags);
    return graph ? 0 : 1;
}

CUresult cuGraphDestroy(CUgraph graph) {
    printf("destroy graph %zu\n", (size_t)graph);
    return 0;
}

CUresult cuGraphExecDestroy(CUgraphExec made) {
    printf("destroy executable graph %zu\n", (size_t)made);
    return 0;
}

CUresult cuGraphLaunch(CUgraphExec made, CUstream stream) {
    printf("graph %zu in stream %zu\n", (size_t)made, (size_t)stream);
    return 0;
}
