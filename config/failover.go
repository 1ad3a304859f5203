package config

import "time"

// Failover is how a run goes on elsewhere when a limit stops its CLI.
type Failover struct {
	// To are the CLIs that go on, one after the other.
	To []string `mapstructure:"to"`
	// Attempts is how many attempts of a CLI may fail, and Delay how long a wait it may announce, when it says that it will try again.
	Attempts int           `mapstructure:"attempts"`
	Delay    time.Duration `mapstructure:"delay"`
}

// ofFailover are its settings.
var ofFailover = []known{
	{key: "failover.to", kind: list}, {key: "failover.attempts", kind: number, fallback: "3"}, {key: "failover.delay", kind: duration, fallback: "1m"},
}
