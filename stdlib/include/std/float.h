// The C name of <cfloat>.
#pragma once

#include <cfloat>
