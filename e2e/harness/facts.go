package harness

import (
	"fmt"
	"regexp"
	"time"

	"stead/e2e/provider"
)

// Story is a recorded session whose conversation the tests know.
type Story struct {
	// Session is its name, for [Home.Place].
	Session string
	// Said are texts of its conversation, each once in what the CLI sends, in order.
	Said []string
	// Away is another CLI in which the tests go on with it.
	Away string
}

// Tools are calls that a CLI carries out.
type Tools struct {
	// Shell is the tool that runs a command, and Arguments what it is given, with %q for the command.
	Shell, Arguments string
	// Write is a call that makes a file.
	Write func(path string) provider.ToolCall
	// Resumes says that the CLI itself resumes a session that it has begun without an id from stead. A session that was
	// given one is resumed as any that stead has written.
	Resumes bool
	// Next is another CLI in which a session that this one began goes on.
	Next string
}

// Run is a call that runs a command.
func (t Tools) Run(command string) provider.ToolCall {
	return provider.ToolCall{Tool: t.Shell, Arguments: fmt.Sprintf(t.Arguments, command)}
}

// writes makes calls of a tool that takes a path and a content.
func writes(tool, argument string) func(string) provider.ToolCall {
	return func(path string) provider.ToolCall {
		return provider.ToolCall{Tool: tool, Arguments: fmt.Sprintf(`{%q:%q,"content":"by a tool"}`, argument, path)}
	}
}

// Screen is how a person works with a CLI on a terminal.
type Screen struct {
	// Ready is what its composer shows when it takes input.
	Ready string
	// TurnEnd is what its session holds when a turn is over. Where it is empty, a turn is over when the answer has been
	// captured.
	TurnEnd string
	// Around finds what it puts around a long text that was pasted, when it tells the model of it. Nil where it puts
	// nothing.
	Around *regexp.Regexp
	// Over is what it draws last at the end of a turn, some time after its answer. Empty where the composer is the last.
	Over string
	// Quit ends it: a command, or a key that needs no Enter.
	Quit string
	// Trust is what it asks in a folder that is new to it, and Trusts are the keys that say yes. Empty where the tests ask
	// none of it.
	Trust  string
	Trusts []string
}

// Permission is how a CLI is brought to ask before it runs a tool.
type Permission struct {
	// File is its configuration, below HOME. Asks takes the place of Free there; Files are what that needs besides, by
	// path below HOME.
	File, Free, Asks string
	Files            map[string]string
	// Call is one for which it asks, About what stead says of that, and Allows the keys that permit it.
	Call          provider.ToolCall
	About, Allows string
}

// Limits are how refusals of a CLI's service show, as state and limit of a run.
type Limits struct {
	// UsedUp is how a plan that is used up shows on the terminal.
	UsedUp string
	// Headless is how failures show of which a headless run ends.
	Headless map[provider.Fault]string
}

// Plan is how a CLI works with a plan of its vendor.
type Plan struct {
	// Env is what the environment needs besides.
	Env []string
	// Exact is how exactly the CLI says at last when the plan's window ends.
	Exact time.Duration
}

// Retry is how a CLI is brought to ask its service again, and what shows of it.
type Retry struct {
	// Variable is what the environment needs besides. Many takes the place of Free in the CLI's configuration.
	Variable, Free, Many string
	// Shows is the run's state and limit then.
	Shows string
}

// Fork is how a CLI forks its own sessions, at their end, and goes on.
type Fork struct {
	// Session is the recorded session that the tests fork.
	Session string
	// Line is the command line.
	Line func(session Session, prompt string) []string
	// KeepsIDs says that the CLI keeps the ids of what it copies.
	KeepsIDs bool
}
