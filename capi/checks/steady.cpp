// Many compilations in one process: what they take, and the memory that the process has.
//
//   steady FILE N [NAMES]      compiles FILE for sm_90a, N times; prints milliseconds and KiB
//
// Each program differs from the ones before by a constant behind the text of FILE.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tilec.h"

static long resident() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.rfind("VmRSS:", 0) == 0)
      return std::atol(line.c_str() + 6);
  return 0;
}

static double processor_time() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return 1e3 * double(time.tv_sec) + 1e-6 * double(time.tv_nsec);
}

int main(int argc, char **argv) {
  if (argc < 3)
    return 2;
  std::ifstream file(argv[1]);
  std::stringstream text;
  text << file.rdbuf();
  const int n = std::atoi(argv[2]);
  std::vector<double> wall, processor;
  size_t length = 0;
  long early = 0;
  for (int i = 0; i < n; ++i) {
    const auto start = std::chrono::steady_clock::now();
    const double used = processor_time();
    const char *options[] = {"-arch=sm_90a"}, *ptx;
    tilecProgram program;
    const std::string source = text.str() + "\nconstexpr int number_of_the_program = " + std::to_string(i) + ";\n";
    tilecCreateProgram(&program, source.c_str(), argv[1], 0, nullptr, nullptr);
    for (int k = 3; k < argc; ++k)
      tilecAddNameExpression(program, argv[k]);
    if (tilecCompileProgram(program, 1, options) != TILEC_SUCCESS) {
      tilecGetLog(program, &ptx, nullptr);
      std::fputs(ptx, stderr);
      return 1;
    }
    tilecGetPTX(program, &ptx, &length);
    tilecDestroyProgram(&program);
    wall.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
    processor.push_back(processor_time() - used);
    if ((i + 1) % 3000 == 1000 || i + 1 == n)
      std::printf("after %d: %ld KiB\n", i + 1, resident()), std::fflush(stdout);
    if (i + 1 == 1000)
      early = resident();
  }
  const double first = wall[0];
  std::sort(wall.begin(), wall.end());
  std::sort(processor.begin(), processor.end());
  std::printf("%zu bytes of PTX; first %.2f ms, median %.2f ms, of processor time %.2f ms, least %.2f ms\n", length, first, wall[n / 2],
              processor[n / 2], processor[0]);
  if (early)
    std::printf("%.3f of the memory after 1000\n", double(resident()) / double(early));
  return 0;
}
