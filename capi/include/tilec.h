/* The compiler of Tile C++ in process: programs from memory to PTX, machine code and runs on the CPU device. docs/embedding.md
 * explains it.
 *
 * Functions may be called by several threads at once, those with the same program by one at a time. Strings of the caller are
 * copied; strings of the library stay until the program is destroyed or compiled again, those of runs and of failures until the next
 * one. */
#ifndef TILEC_H
#define TILEC_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tilecProgram_st *tilecProgram;

typedef enum tilecResult {
  TILEC_SUCCESS = 0,
  /* The library has failed; the log says how. */
  TILEC_ERROR_INTERNAL = 1,
  /* A pointer is null, or a number is negative. */
  TILEC_ERROR_INVALID_INPUT = 2,
  TILEC_ERROR_INVALID_PROGRAM = 3,
  TILEC_ERROR_INVALID_OPTION = 4,
  /* The program has errors, which the log shows. */
  TILEC_ERROR_COMPILATION = 5,
  /* There is nothing before a compilation that succeeds. */
  TILEC_ERROR_NOT_COMPILED = 6,
  TILEC_ERROR_NO_SUCH_NAME = 7,
  /* The flow callback has ended the compilation. */
  TILEC_ERROR_CANCELLED = 8,
  /* The program does not have this form, or ptxas is missing or fails; tilecGetFailure says which. */
  TILEC_ERROR_NOT_MADE = 9,
  /* A kernel has stopped, or the sanitizer has found something; tilecGetRunLog shows it. */
  TILEC_ERROR_RUN = 10
} tilecResult;

/* Returns 0 for a compilation to go on. */
typedef int (*tilecFlowCallback)(tilecProgram program, void *payload);

/* An argument of a run. */
typedef struct tilecArgument {
  /* The bytes of the parameter, or those of the buffer that it points to. */
  void *data;
  size_t size;
  /* Whether the parameter is a pointer to a buffer, which has what the kernel has made of it after the run. */
  int is_buffer;
} tilecArgument;

const char *tilecGetErrorString(tilecResult result);
/* The version of the compiler, such as "0.1.0". */
const char *tilecVersion(void);

/* The targets that -arch takes. Either pointer may be null. */
tilecResult tilecGetSupportedArchs(int *count, const char *const **names);

/* Makes a program of a source and of headers, by the names that #include has. The name of the source may be null. */
tilecResult tilecCreateProgram(tilecProgram *program, const char *source, const char *name, int header_count,
                               const char *const *headers, const char *const *header_names);
/* Destroys it, and sets it to null. */
tilecResult tilecDestroyProgram(tilecProgram *program);
/* Adds a kernel, or a specialisation of a kernel template that is to be compiled, such as "ns::gemm<__half, 128>". */
tilecResult tilecAddNameExpression(tilecProgram program, const char *expression);
/* Compiles with options of the command line, such as "-arch=sm_90a" or "-DN=4". */
tilecResult tilecCompileProgram(tilecProgram program, int option_count, const char *const *options);

/* Has compilations of the program ask every few milliseconds whether to go on. Null ends that. */
tilecResult tilecSetFlowCallback(tilecProgram program, tilecFlowCallback callback, void *payload);

/* The symbol of a name expression, in the PTX. */
tilecResult tilecGetLoweredName(tilecProgram program, const char *expression, const char **symbol);
/* Texts end with a zero byte, which the length does not count. The length may be asked for with null. */
tilecResult tilecGetPTX(tilecProgram program, const char **text, size_t *length);
tilecResult tilecGetTileIR(tilecProgram program, const char **text, size_t *length);
/* What was found, for people; empty if there is nothing. */
tilecResult tilecGetLog(tilecProgram program, const char **text, size_t *length);
/* The same as one JSON object a line: docs/schemas/diagnostic.schema.json. */
tilecResult tilecGetDiagnostics(tilecProgram program, const char **text, size_t *length);

/* Machine code for the chip that -arch names. The first call for a compilation starts ptxas: $TILEC_PTXAS, one on the path, or that
 * of a toolkit. */
tilecResult tilecGetCUBIN(tilecProgram program, const void **code, size_t *size);
/* The tile IR as bytecode, which tileiras takes. */
tilecResult tilecGetBytecode(tilecProgram program, const void **code, size_t *size);
/* The schedule as text. A program whose name ends in ".sched" and that has this text gives the same instructions. */
tilecResult tilecGetSchedule(tilecProgram program, const char **text, size_t *length);
/* What the last call of these three or of tilecRun says of its failure. */
tilecResult tilecGetFailure(tilecProgram program, const char **text, size_t *length);

/* Runs a kernel, by name expression or symbol, on the CPU device, under the sanitizer if that is not 0. Buffers do not overlap; they
 * are untouched if the kernel has not come to its end. */
tilecResult tilecRun(tilecProgram program, const char *kernel, const unsigned grid[3], int argument_count,
                     const tilecArgument *arguments, int sanitize);
/* What the kernel of the last run has printed. */
tilecResult tilecGetRunOutput(tilecProgram program, const char **text, size_t *length);
/* The error that stopped the kernel and the findings of the sanitizer, as text and as JSON. */
tilecResult tilecGetRunLog(tilecProgram program, const char **text, size_t *length);
tilecResult tilecGetRunDiagnostics(tilecProgram program, const char **text, size_t *length);

#ifdef __cplusplus
}
#endif
#endif
