// Command scale measures the capacity of one hub: a real stead-hub, connected machines with their own keys and TLS, and
// runs that publish entries. The machines share the processors with the hub, so the hub's own processor time is read
// from the system. It prints tables and never fails for slowness.
package main

import (
	"flag"
	"fmt"
	"os"
	"time"

	"stead/e2e/harness"
)

var (
	hubBinary = flag.String("hub", "", "the stead-hub to measure; by default one is built from the sources")
	machines  = flag.Int("machines", 1000, "how many machines are connected")
	runs      = flag.Int("runs", 10_000, "how many runs publish")
	rate      = flag.Float64("rate", 1, "how many entries each run publishes in a second")
	size      = flag.Int("size", 1500, "how large an entry is, in bytes")
	followers = flag.Int("followers", 10, "how many runs are followed, each by a consumer of its own")
	period    = flag.Duration("for", time.Minute, "how long entries are published")
	joins     = flag.Int("joins", 5, "how many more machines join, one after the other, when all others are connected")
	sessions  = flag.Int("sessions", 1_000_000, "how many sessions the list has; 0 leaves it out")
)

func main() {
	flag.Parse()
	if err := measure(); err != nil {
		fmt.Fprintln(os.Stderr, "scale:", err)
		os.Exit(1)
	}
}

func measure() error {
	if *runs > 0 {
		if err := measureHub(); err != nil {
			return err
		}
	}
	if *sessions > 0 {
		return measureSessions(*sessions)
	}
	return nil
}

func program() (string, error) {
	if *hubBinary != "" {
		return *hubBinary, nil
	}
	return harness.HubBinary()
}
