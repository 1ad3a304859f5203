package config

import "time"

// Failover is how a run continues elsewhere when a limit stops its CLI.
type Failover struct {
	// To are the CLIs that go on, one after the other. Default: none.
	To []string `mapstructure:"to"`
	// Attempts is how many attempts of a CLI may fail when it says that it will try again, at least 1. Default: 3.
	Attempts int `mapstructure:"attempts"`
	// Delay is how long a wait the CLI may announce before its next attempt. Default: one minute.
	Delay time.Duration `mapstructure:"delay"`
	// Silence is how long the CLI may say nothing while its model should answer. Default: 0, which is without end.
	Silence time.Duration `mapstructure:"silence"`
}

// ofFailover are its settings.
var ofFailover = []known{
	{key: "failover.to", kind: clis}, {key: "failover.attempts", kind: number, fallback: "3"},
	{key: "failover.delay", kind: duration, fallback: "1m"},
	{key: "failover.silence", kind: duration, fallback: "0s"},
}
