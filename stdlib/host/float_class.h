// What tile code may call of <cmath>: the host's library has all of it.
#pragma once

#include <cmath>
