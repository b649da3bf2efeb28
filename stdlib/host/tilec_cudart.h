// Included by tilec_host.h where the runtime is that of a toolkit: launches, and how an object registers its kernels, with the
// functions that the host code of Clang and nvcc calls for that. The rows are those of `tilec::program::embed`.
#pragma once

#include <cstdio>
#include <cstdlib>

extern "C" {
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t bytes, cudaStream_t stream);
cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *bytes, void *stream);
void **__cudaRegisterFatBinary(void *wrapper);
void __cudaRegisterFatBinaryEnd(void **handle);
void __cudaUnregisterFatBinary(void **handle);
void __cudaRegisterFunction(void **handle, char const *stub, char *symbol, char const *name, int limit, uint3 *, uint3 *,
                            dim3 *, dim3 *, int *);
void __cudaRegisterVar(void **handle, char *shadow, char *symbol, char const *name, int is_extern, size_t bytes,
                       int is_constant, int is_global);
}

/// What a launch says before the call of its kernel: `kernel<<<grid, block, bytes, stream>>>(...)`.
inline int __tilec_configure(dim3 grid, dim3 block, size_t bytes = 0, cudaStream_t stream = nullptr) {
  return int(__cudaPushCallConfiguration(grid, block, bytes, stream));
}

/// What the stub of a kernel does: it launches the kernel whose key has been registered.
inline void __tilec_launch(void const *key, void **arguments) {
  dim3 grid, block;
  size_t bytes;
  cudaStream_t stream;
  if (__cudaPopCallConfiguration(&grid, &block, &bytes, &stream) == cudaSuccess)
    (void)cudaLaunchKernel(key, grid, block, arguments, bytes, stream);
}

/// Ends the program: a function of tile code was called by host code, which has no body for it.
extern "C" [[noreturn]] inline void __tilec_device_function(char const *name) {
  std::fprintf(stderr, "tilec: host code called `%s`, which is a function of tile code\n", name);
  std::abort();
}

struct __tilec_kernel_row {
  char const *stub, *key, *symbol, *name;
  unsigned const *simt_sizes;
};
struct __tilec_variable_row {
  char *shadow;
  char const *symbol;
  unsigned long long bytes, is_simt;
};
struct __tilec_object_table {
  unsigned version, kernels, variables, reserved;
  __tilec_kernel_row const *kernel_rows;
  __tilec_variable_row const *variable_rows;
  void const *image;
  unsigned long long image_bytes;
  void const *code;
  unsigned long long code_bytes;
  void const *simt;
  unsigned long long simt_bytes;
};

/// What the runtime keeps of an object: the fat binary of its tile kernels and that of its SIMT kernels.
struct __tilec_cudart_object {
  struct {
    int magic, version;
    void const *data;
    void *unused;
  } wrappers[2];
  void **handles[2];
};

/// Registers the kernels and variables of an object of one kind.
inline void **__tilec_register_kind(__tilec_object_table const &table, __tilec_cudart_object &object, bool is_simt) {
  auto &wrapper = object.wrappers[is_simt];
  wrapper = {0x466243b1, 1, is_simt ? table.simt : table.code, nullptr};
  void **const handle = __cudaRegisterFatBinary(&wrapper);
  for (unsigned i = 0; i < table.kernels; ++i) {
    auto const &row = table.kernel_rows[i];
    if ((row.simt_sizes != nullptr) != is_simt)
      continue;
    // A launch knows the key, other calls the stub.
    for (char const *address : {row.stub, row.key})
      __cudaRegisterFunction(handle, address, const_cast<char *>(row.symbol), row.symbol, -1, nullptr, nullptr, nullptr,
                             nullptr, nullptr);
  }
  for (unsigned i = 0; i < table.variables; ++i) {
    auto const &row = table.variable_rows[i];
    if (bool(row.is_simt) == is_simt)
      __cudaRegisterVar(handle, row.shadow, const_cast<char *>(row.symbol), row.symbol, 0, size_t(row.bytes), 0, 0);
  }
  __cudaRegisterFatBinaryEnd(handle);
  return handle;
}

inline void __tilec_register_with_cudart(char const *address, __tilec_cudart_object *object) {
  auto const &table = *reinterpret_cast<__tilec_object_table const *>(address);
  if (table.kernels + table.variables == 0)
    return;
  object->handles[0] = __tilec_register_kind(table, *object, false);
  if (table.simt_bytes > 0)
    object->handles[1] = __tilec_register_kind(table, *object, true);
}

/// When the object goes.
inline void __tilec_unregister_with_cudart(__tilec_cudart_object *object) {
  for (void **handle : object->handles)
    if (handle)
      __cudaUnregisterFatBinary(handle);
}
