// The C name of <cstddef>.
#pragma once

#include <cstddef>

using std::nullptr_t;
