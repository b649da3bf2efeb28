// The C name of <cstdio>.
#pragma once

#include <cstdio>
