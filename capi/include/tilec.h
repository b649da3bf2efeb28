/* The compiler of Tile C++ in process: programs from memory to PTX and tile IR. docs/embedding.md explains it.
 *
 * Functions may be called by several threads at once, those with the same program by one at a time. Strings of the caller are
 * copied; strings of the library stay until the program is destroyed or compiled again. */
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
  TILEC_ERROR_NO_SUCH_NAME = 7
} tilecResult;

const char *tilecGetErrorString(tilecResult result);
/* The version of the compiler, such as "0.1.0". */
const char *tilecVersion(void);

/* Makes a program of a source and of headers, by the names that #include has. The name of the source may be null. */
tilecResult tilecCreateProgram(tilecProgram *program, const char *source, const char *name, int header_count,
                               const char *const *headers, const char *const *header_names);
/* Destroys it, and sets it to null. */
tilecResult tilecDestroyProgram(tilecProgram *program);
/* Adds a kernel, or a specialisation of a kernel template that is to be compiled, such as "ns::gemm<__half, 128>". */
tilecResult tilecAddNameExpression(tilecProgram program, const char *expression);
/* Compiles with options of the command line, such as "-arch=sm_90a" or "-DN=4". */
tilecResult tilecCompileProgram(tilecProgram program, int option_count, const char *const *options);

/* The symbol of a name expression, in the PTX. */
tilecResult tilecGetLoweredName(tilecProgram program, const char *expression, const char **symbol);
/* Texts end with a zero byte, which the length does not count. The length may be asked for with null. */
tilecResult tilecGetPTX(tilecProgram program, const char **text, size_t *length);
tilecResult tilecGetTileIR(tilecProgram program, const char **text, size_t *length);
/* What was found, for people; empty if there is nothing. */
tilecResult tilecGetLog(tilecProgram program, const char **text, size_t *length);
/* The same as one JSON object a line: docs/schemas/diagnostic.schema.json. */
tilecResult tilecGetDiagnostics(tilecProgram program, const char **text, size_t *length);

#ifdef __cplusplus
}
#endif
#endif
