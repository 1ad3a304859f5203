package inject

import (
	"time"

	"stead/internal/adapter"
	"stead/writers"
)

// Driver knows how one CLI is started on a session, and by which signs it shows what it does.
type Driver interface {
	Info() adapter.Info
	// Program is the name under which the CLI is found in PATH.
	Program() string
	// Package is the CLI's package in the npm registry, by which its version is known without starting it. Empty when it has none.
	Package() string
	// Home is the CLI's home on the host, whether it exists or not.
	Home(adapter.Host) string
	// Window is how many tokens of history the model can take, after what the CLI itself needs. An unknown model gets the
	// window of the CLI's default model.
	Window(model string) int64
	// Provider returns the model provider that the CLI is configured for, when its sessions must name it. Arguments are the
	// user's own.
	Provider(store adapter.Store, arguments []string) string
	// Command says how the CLI is started on the session.
	Command(Launch) Command
	// Announced returns the id of the session that the CLI says it has taken, in a line of its event stream (headless runs).
	Announced(line []byte) (id string, ok bool)
	// Failure returns what the CLI says went wrong, in a line of its event stream.
	Failure(line []byte) (message string, ok bool)
	// Opened returns the id of the session that the CLI has open, where it leaves a sign of that in its store (interactive
	// runs). Owns tells whether a process belongs to the run. No sign proves nothing.
	Opened(store adapter.Store, wanted string, owns func(pid int) bool) (id string, ok bool)
	// Check returns what on this machine would keep a run from starting, or is worth knowing.
	Check(host adapter.Host, store adapter.Store, dir string) []Finding
}

// Launch is what a driver needs to know to start its CLI.
type Launch struct {
	Session writers.Receipt
	// Prompt is submitted once the session is open. It may be of any length, and empty in an interactive run.
	Prompt   string
	Headless bool
	// Model is the target's model. Empty leaves the choice to the CLI.
	Model string
	// Recorded is the model that the session was held with, when that was in this same CLI.
	Recorded string
	// Arguments are the user's own, passed on as they are.
	Arguments []string
}

// Command is how a CLI is started: its arguments, never a shell string.
type Command struct {
	Arguments []string
	// Environment holds NAME=value settings beside those that stead has itself.
	Environment []string
	// Input is what the CLI reads on its standard input. Headless runs only.
	Input string
	// Typed is a prompt that must be typed once the CLI is ready, because it is too long for an argument.
	Typed *Typing
}

// Typing is text that is put into a CLI's composer.
type Typing struct {
	Text string
	// Settle is how long the CLI needs after it has shown that the session is open, Pause how long between the text and the
	// key that submits it.
	Settle, Pause time.Duration
	// Submit is the key that submits.
	Submit string
}

// MaxArgument is the longest prompt that is passed as an argument: Linux takes 128 KiB a piece (MAX_ARG_STRLEN), and
// other systems count it against everything in the environment.
const MaxArgument = 32 << 10

// Severity says how much a finding matters.
type Severity string

// The severities.
const (
	Note    Severity = "note"
	Blocker Severity = "blocker"
)

// Finding is something that doctor tells about a CLI.
type Finding struct {
	Severity Severity `json:"severity"`
	// Text says what was found, Remedy what to do about it.
	Text   string `json:"text"`
	Remedy string `json:"remedy,omitempty"`
}
