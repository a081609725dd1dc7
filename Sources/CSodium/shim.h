// libsodium, as Swift sees it.
#pragma once
#include <sodium.h>
