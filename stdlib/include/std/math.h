// The C name of <cmath>.
#pragma once

#include <cmath>

using std::abs;
using std::isfinite;
using std::isinf;
using std::isnan;
using std::signbit;
