// The C name of <climits>.
#pragma once

#include <climits>
