// The C name of <cstring>.
#pragma once

#include <cstring>

using std::memcmp;
using std::memcpy;
using std::memmove;
using std::memset;
using std::strcmp;
using std::strlen;
using std::strncmp;
