package process

import "golang.org/x/sys/unix"

// sleepless is the clock that also counts the machine's sleep. CLOCK_MONOTONIC does not (clock_gettime(2)).
const sleepless = unix.CLOCK_BOOTTIME
