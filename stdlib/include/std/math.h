// The C name of <cmath>.
#pragma once

#include <cmath>

using std::abs;
using std::fpclassify;
using std::isfinite;
using std::isgreater;
using std::isgreaterequal;
using std::isinf;
using std::isless;
using std::islessequal;
using std::islessgreater;
using std::isnan;
using std::isnormal;
using std::isunordered;
using std::nan;
using std::nanf;
using std::signbit;
