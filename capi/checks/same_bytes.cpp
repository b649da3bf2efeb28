// Eight threads compile many programs each at once; every program gives the bytes that it gives alone.
//
//   same_bytes N [THREADS]      N programs for each thread
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "tilec.h"

// Programs of five kinds, each with its own types, sizes and constants.
static std::string source(int number) {
  static const char *const types[] = {"float", "double", "int", "__half"};
  const std::string type = types[number % 4], width = std::to_string(16 << number % 3), value = std::to_string(number % 50 + 1);
  const std::string head = "#include <cuda_tile.h>\n#include <cuda_fp16.h>\nnamespace ct = cuda::tiles;\nusing T = " + type +
                           ";\nusing Index = ct::tile<int, ct::shape<" + width + ">>;\n__tile_global__ void kernel(T *a, const T *b, int n) {\n";
  switch (number % 5) {
  case 0:
    return head + "  auto i = ct::iota<Index>();\n  ct::store(a + i, ct::load(a + i) + ct::load(b + i));\n}\n";
  case 1:
    return head + "  auto i = " + width + " * int(ct::bid().x) + ct::iota<Index>();\n" +
           "  ct::store_masked(a + i, ct::load_masked(b + i, i < n - " + value + "), i < n);\n}\n";
  case 2:
    return head + "  auto i = ct::iota<Index>();\n  a[0] = T(float(ct::sum<0>(ct::element_cast<float>(ct::load(b + i)))) * " + value + ".0f);\n}\n";
  case 3:
    return head + "  for (int k = 0; k < n; ++k)\n    a[k] = b[k + " + value + "];\n}\n";
  default: // an error: diagnostics are bytes too
    return head + "  *a = missing_" + value + ";\n}\n";
  }
}

static std::string compiled(int number) {
  static const char *const archs[] = {"-arch=sm_90a", "-arch=sm_80", "-arch=compute_90"};
  const char *options[] = {archs[number % 3]}, *text = "";
  tilecProgram program;
  if (tilecCreateProgram(&program, source(number).c_str(), "kernel.cu", 0, nullptr, nullptr) != TILEC_SUCCESS)
    return "not a program";
  tilecAddNameExpression(program, "kernel");
  const tilecResult result = tilecCompileProgram(program, 1, options);
  std::string made = std::to_string(result) + "\n";
  if (result == TILEC_SUCCESS) {
    tilecGetPTX(program, &text, nullptr);
    made += text;
    tilecGetTileIR(program, &text, nullptr);
    made += text;
    tilecGetLoweredName(program, "kernel", &text);
    made += text;
  } else {
    tilecGetLog(program, &text, nullptr);
    made += text;
  }
  tilecDestroyProgram(&program);
  return made;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 200, n_threads = argc > 2 ? std::atoi(argv[2]) : 8;
  // Threads come first, so that none finds what another compilation has left.
  std::vector<std::vector<std::string>> made(n_threads);
  std::vector<std::thread> threads;
  for (int t = 0; t < n_threads; ++t)
    threads.emplace_back([&made, t, n] {
      for (int i = 0; i < n; ++i)
        made[t].push_back(compiled((i + 7 * t) % n));
    });
  for (auto &thread : threads)
    thread.join();
  int n_same = 0, n_compiled = 0;
  for (int i = 0; i < n; ++i) {
    const std::string alone = compiled(i);
    n_compiled += alone[0] == '0';
    for (int t = 0; t < n_threads; ++t)
      n_same += made[t][((i - 7 * t) % n + n) % n] == alone;
  }
  std::printf("%d threads, %d programs each: %d of %d have the same bytes; %d programs compile, %d have errors\n", n_threads, n, n_same,
              n * n_threads, n_compiled, n - n_compiled);
  return n_same == n * n_threads && n_compiled > n / 2 ? 0 : 1;
}
