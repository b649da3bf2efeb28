#pragma once
// Found beside the file that includes it, and the file above beside this one.
#include "../guarded.h"
struct Relative {
    Guarded guarded;
};
constexpr int level_of_relative = __INCLUDE_LEVEL__;
