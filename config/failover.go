package config

import "time"

// Failover says how a run continues in another CLI when a limit stops its own.
type Failover struct {
	// To are the CLIs that continue, one after the other. Default: none.
	To []string `mapstructure:"to"`
	// Attempts is how many attempts of a CLI that announces retries may fail, at least 1. Default: 3.
	Attempts int `mapstructure:"attempts"`
	// Delay is the longest wait that the CLI may announce before its next attempt. Default: one minute.
	Delay time.Duration `mapstructure:"delay"`
	// Silence is how long the CLI may be silent while its model should answer. Default: 0, which means no limit.
	Silence time.Duration `mapstructure:"silence"`
}

// ofFailover are the settings of Failover.
var ofFailover = []known{
	{key: "failover.to", kind: clis}, {key: "failover.attempts", kind: number, fallback: "3"},
	{key: "failover.delay", kind: duration, fallback: "1m"},
	{key: "failover.silence", kind: duration, fallback: "0s"},
}
