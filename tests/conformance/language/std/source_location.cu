// case: source_location
// spec: [support.srcloc.cons]
// grid: 1
// arg: out i32[7]
// expect: [100, 200, 1, 1, 500, 600, 8]
// note: a default argument has the place of the call, and a constant has its own
#include <source_location>
__tile__ int line_of(std::source_location at = std::source_location::current()) { return at.line(); }
__tile__ int through(std::source_location at = std::source_location::current()) { return line_of(at); }
__tile__ int plain(int line = __builtin_LINE()) { return line; }
constexpr int length(const char* text) {
    int n = 0;
    while (text[n] != 0) ++n;
    return n;
}
extern "C" __tile_global__ void test(int* out) {
#line 100
    out[0] = line_of();
#line 200
    out[1] = through();
#line 300
    constexpr auto here = std::source_location::current();
    out[2] = here.line() == 300;
    constexpr const char* name = here.function_name();
    out[3] = length(name) == 4 && name[0] == 't' && name[3] == 't';
#line 500
    out[4] = plain();
#line 600
    out[5] = std::source_location::current().line();
#line 700 "eight.cu"
    constexpr auto there = std::source_location::current();
    out[6] = length(there.file_name());
}
