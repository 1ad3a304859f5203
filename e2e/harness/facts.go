package harness

import (
	"fmt"
	"regexp"
	"time"

	"stead/e2e/provider"
)

// Story is a recorded session whose conversation the tests know.
type Story struct {
	// Session is its name for [Home.Place].
	Session string
	// Said are texts of its conversation, in order. Each occurs once in what the CLI sends.
	Said []string
	// Away is another CLI in which the tests continue the session.
	Away string
}

// Tools are calls that a CLI carries out.
type Tools struct {
	// Shell is the tool that runs a command. Arguments are its arguments, with %q for the command.
	Shell, Arguments string
	// Write returns a call that makes a file.
	Write func(path string) provider.ToolCall
	// Resumes says that the CLI itself can resume a session that it began without an id from stead. A session with an id
	// from stead is resumed like any session that stead has written.
	Resumes bool
	// Next is another CLI in which a session that began in this one continues.
	Next string
}

// Run returns a call that runs a command.
func (t Tools) Run(command string) provider.ToolCall {
	return provider.ToolCall{Tool: t.Shell, Arguments: fmt.Sprintf(t.Arguments, command)}
}

// writes returns a function that makes calls of a tool with a path and a content.
func writes(tool, argument string) func(string) provider.ToolCall {
	return func(path string) provider.ToolCall {
		return provider.ToolCall{Tool: tool, Arguments: fmt.Sprintf(`{%q:%q,"content":"by a tool"}`, argument, path)}
	}
}

// Screen describes how a person works with a CLI on a terminal.
type Screen struct {
	// Ready is a text that its composer shows when it takes input.
	Ready string
	// TurnEnd is a text that its session contains when a turn is over. If it is empty, a turn is over when the answer has
	// been captured.
	TurnEnd string
	// Around matches the text that it adds around a long pasted text in its request to the model. Nil means that it adds
	// nothing.
	Around *regexp.Regexp
	// Over is the last text that it draws at the end of a turn, some time after the answer. Empty means that the composer
	// is drawn last.
	Over string
	// Quit ends it: a command, or a key that needs no Enter.
	Quit string
	// Trust is its question in a folder that is new to it. Trusts are the keys that answer yes. They are empty if the
	// tests do not cover the question.
	Trust  string
	Trusts []string
}

// Permission describes how to make a CLI ask before it runs a tool.
type Permission struct {
	// File is its configuration, below HOME. There, Asks replaces Free. Files are further files that this needs, by path
	// below HOME.
	File, Free, Asks string
	Files            map[string]string
	// Call is a call for which it asks. About is stead's description of it. Allows are the keys that permit it.
	Call          provider.ToolCall
	About, Allows string
}

// Limits describe how refusals of a CLI's service show, as the state and the limit of a run.
type Limits struct {
	// UsedUp is how an exhausted plan shows on the terminal.
	UsedUp string
	// Headless says how failures show that end a headless run.
	Headless map[provider.Fault]string
}

// Plan describes how a CLI works with a plan of its vendor.
type Plan struct {
	// Env are additional environment variables.
	Env []string
	// Exact is the precision with which the CLI finally reports the end of the plan's window.
	Exact time.Duration
}

// Retry describes how to make a CLI ask its service again, and how that shows.
type Retry struct {
	// Variable is an additional environment variable. In the CLI's configuration, Many replaces Free.
	Variable, Free, Many string
	// Shows is the run's state and limit at that time.
	Shows string
}

// Fork describes how a CLI forks its own session at its end, and continues.
type Fork struct {
	// Session is the recorded session that the tests fork.
	Session string
	// Line is the command line.
	Line func(session Session, prompt string) []string
	// KeepsIDs says that the CLI keeps the ids of the copied entries.
	KeepsIDs bool
}
