// The C name of <cstdlib>.
#pragma once

#include <cstdlib>

using std::abort;
using std::abs;
using std::div;
using std::div_t;
using std::labs;
using std::ldiv;
using std::ldiv_t;
using std::llabs;
using std::lldiv;
using std::lldiv_t;
