#if 1
constexpr int from_header = 1;
