package config

import "time"

// Notify says how the user is notified that a session has finished or waits.
type Notify struct {
	// Terminal is the form of notifications on a terminal: auto, off, bell, osc9, osc777. Default: auto, the form that the
	// terminal is known to understand.
	Terminal string `mapstructure:"terminal"`
	// Desktop says whether the desktop shows them: auto (if there is one), on, off. Default: auto.
	Desktop string `mapstructure:"desktop"`
	// Command is a program with its arguments that gets each event. Default: none.
	Command []string `mapstructure:"command"`
	// Webhook is an address that each event is posted to. Default: empty, none.
	Webhook string `mapstructure:"webhook"`
	// Quiet are the hours of local time in which nothing is sent: 22:00-07:30. Default: empty, none.
	Quiet string `mapstructure:"quiet"`
	// Kinds are the kinds of events that are reported: finished, waiting, failed, limited, moved. Default: none, which
	// means all.
	Kinds []string `mapstructure:"kinds"`
	// Projects are the folders whose events are reported, absolute paths or patterns. Default: none, which means all.
	Projects []string `mapstructure:"projects"`
	// CLIs are the CLIs whose events are reported, by name. Default: none, which means all.
	CLIs []string `mapstructure:"clis"`
	// After is how long a turn must take for its end to be reported. Default: 10 seconds.
	After time.Duration `mapstructure:"after"`
}

// ofNotify are the settings of Notify.
var ofNotify = []known{
	{key: "notify.terminal", fallback: "auto"}, {key: "notify.desktop", fallback: "auto"},
	{key: "notify.command", kind: command},
	{key: "notify.webhook"}, {key: "notify.quiet"}, {key: "notify.kinds", kind: list},
	{key: "notify.projects", kind: folders},
	{key: "notify.clis", kind: clis}, {key: "notify.after", kind: duration, fallback: "10s"},
}
