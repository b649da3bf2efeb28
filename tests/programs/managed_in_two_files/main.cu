// A managed variable that two sources share: one declares it, the other one defines it and runs kernels on it.
//> start: step 3, field 1 2 0
//> then: step 7, field 3 4 2
//> set by the host: step 1, field 10.5 4.5 2.5
#include <cstdio>
#include <cuda_runtime.h>
#include "state.h"

static void show(const char *text) {
  std::printf("%s: step %d, field %g %g %g\n", text, state.step, state.field[0], state.field[1], state.field[2]);
}

int main() {
  show("start");
  advance(4);
  show("then");
  state.step = 0;
  state.field[0] = 10;
  advance(1);
  show("set by the host");
  return cudaGetLastError();
}
