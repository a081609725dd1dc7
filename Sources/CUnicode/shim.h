// utf8proc, as Swift sees it.
#pragma once
#include <utf8proc.h>
