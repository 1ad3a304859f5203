package config

import "time"

// Notify is how the user wants to hear that a session has finished or waits.
type Notify struct {
	// Terminal is what a terminal is sent: auto, off, bell, osc9, osc777.
	Terminal string `mapstructure:"terminal"`
	// Desktop says whether the desktop shows it: auto (where there is one), on, off.
	Desktop string `mapstructure:"desktop"`
	// Command is a program with its arguments, Webhook an address. Empty is none.
	Command []string `mapstructure:"command"`
	Webhook string   `mapstructure:"webhook"`
	// Quiet are hours in which nothing is sent: 22:00-07:30.
	Quiet string `mapstructure:"quiet"`
	// Kinds, Projects and CLIs narrow what is told. None means all.
	Kinds    []string `mapstructure:"kinds"`
	Projects []string `mapstructure:"projects"`
	CLIs     []string `mapstructure:"clis"`
	// After is how long a turn must take for its end to be told.
	After time.Duration `mapstructure:"after"`
}

// ofNotify are its settings.
var ofNotify = []known{
	{key: "notify.terminal", fallback: "auto"}, {key: "notify.desktop", fallback: "auto"}, {key: "notify.command", kind: command},
	{key: "notify.webhook"}, {key: "notify.quiet"}, {key: "notify.kinds", kind: list}, {key: "notify.projects", kind: folders},
	{key: "notify.clis", kind: clis}, {key: "notify.after", kind: duration, fallback: "10s"},
}
