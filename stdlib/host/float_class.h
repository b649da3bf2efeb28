// The functions of <cmath> that tile code may call; the host's library has all of them.
#pragma once

#include <cmath>
