package process

import "golang.org/x/sys/unix"

// sleepless is the clock that also counts the machine's sleep. On this system that is CLOCK_MONOTONIC; Go's own clock
// is CLOCK_UPTIME_RAW (clock_gettime(3)).
const sleepless = unix.CLOCK_MONOTONIC
