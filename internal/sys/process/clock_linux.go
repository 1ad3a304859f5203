package process

import "golang.org/x/sys/unix"

// sleepless is the clock that counts the machine's sleep, too: CLOCK_MONOTONIC does not (clock_gettime(2)).
const sleepless = unix.CLOCK_BOOTTIME
