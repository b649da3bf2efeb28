// Only declarations and host code: no kernel is launched.
#include "units.cuh"
#include <cstdio>
int main() { std::printf("%d\n", UNITS_VERSION); }
