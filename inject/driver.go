package inject

import (
	"syscall"
	"time"

	"stead/adapters/adapter"
	"stead/writers"
)

// Driver knows how to start one CLI on a session, and by which signs the CLI shows what it is doing.
type Driver interface {
	Info() adapter.Info
	// Program says how to find the CLI's program.
	Program() Program
	// Home returns the CLI's home folder on the host, even if it does not exist.
	Home(adapter.Host) string
	// Window returns how many tokens of history the model can take, after what the CLI itself needs. An unknown model
	// gets the window of the CLI's default model.
	Window(model string) int64
	// Configured returns the provider and the model that the CLI is configured to use there, if its sessions or its
	// command line must name them. Values that need not be named, or are not known, are empty; the driver does not
	// guess.
	Configured(Environment) Model
	// Command says how to start the CLI on the session.
	Command(Launch) Command
	// Composer says how to type a text into the CLI and submit it. Its Text is empty.
	Composer() Typing
	// Announced returns the id of the session that the CLI reports in a line of its event stream (headless runs).
	Announced(line []byte) (id string, ok bool)
	// Failure returns the error message that a line of the CLI's event stream contains.
	Failure(line []byte) (message string, ok bool)
	// Opened returns the id of the session that the CLI has open, if it leaves a sign of that in its store (interactive
	// runs). Owns reports whether a process belongs to the run. A missing sign proves nothing.
	Opened(store adapter.Store, wanted string, owns func(pid int) bool) (id string, ok bool)
	// Check returns anything on this machine that would keep a run from starting, or that is worth knowing.
	Check(Environment) []Finding
}

// Preparer is a driver of a CLI that creates its store on its first start. Before that, there is no store to write
// into.
type Preparer interface {
	// Preparation returns the arguments with which the CLI creates its store and exits. Needed is false if the store
	// exists.
	Preparation(Environment) (arguments []string, needed bool)
}

// SessionStarter is a driver of a CLI that can begin a session of its own under a given id. Other CLIs receive a
// session without any text, and start on it as on a session with a history.
type SessionStarter interface {
	// Begin says how to start the CLI on a new session with the id of [Launch].Session. The CLI itself chooses where to
	// store it.
	Begin(Launch) Command
}

// StartHook is a driver of a CLI that damages sessions around a run, in a way that can be prevented or undone.
type StartHook interface {
	// Before is called after the session is delivered, right before the CLI starts. An error ends the run.
	Before(Environment, writers.Receipt) error
	// After is called when the CLI and all processes that it started have ended, for whatever reason.
	After(Environment, writers.Receipt) error
}

// OpenChecker is a driver of a CLI that shows which of its processes have a session open.
type OpenChecker interface {
	// OpenedBy returns the processes that currently have the session open.
	OpenedBy(adapter.Store, adapter.Location) (pids []int)
}

// SessionTracker is a driver of a CLI whose store always shows which session is open, because users can switch sessions
// inside the CLI. If a CLI reports this by a hook or on its screen instead, that is a signal, see [signals.Signal].
type SessionTracker interface {
	// Current returns the id of the session that an interactive process of the run currently has open. Last is the
	// session that it had before, with the path of a session of the run. Owns reports whether a process belongs to the
	// run. Ok is false if there is no reliable sign.
	Current(store adapter.Store, last adapter.Location, owns func(pid int) bool) (id string, ok bool)
}

// Program says how to find a CLI's program.
type Program struct {
	// Names are its possible names in PATH, the most likely first.
	Names []string
	// Package is its package in the npm registry, which reveals the version without starting the program. It is empty
	// if there is none.
	Package string
	// Install is the command that installs it, if there is no npm package.
	Install string
	// Recognizes reports whether a program with one of the names is this CLI, judging by its output for --version: two
	// CLIs may share a name. Nil means that the names are unique. It is not called for a program from Package.
	Recognizes func(answer string) bool
}

// Environment is where a CLI starts.
type Environment struct {
	// Host is the machine, with the environment variables that the CLI will have.
	Host  adapter.Host
	Store adapter.Store
	// Dir is the working folder, an absolute path without symbolic links.
	Dir string
	// Arguments are the user's own arguments, which may name another model or profile.
	Arguments []string
}

// Model is a model in the form that a CLI expects.
type Model struct {
	// Provider is the provider of the model's endpoint, under its name in the CLI's configuration.
	Provider string
	Name     string
}

// Launch is the information that a driver needs to start its CLI.
type Launch struct {
	Environment
	Session writers.Receipt
	// Prompt is submitted once the session is open. It may have any length. It may be empty in an interactive run.
	Prompt   string
	Headless bool
	// Model is the target's model that the user requested. Empty leaves the choice to the CLI.
	Model string
	// Configured is the result of the driver's Configured method.
	Configured Model
	// Recorded is the model that the session was held with, if that was in this same CLI.
	Recorded string
	// Allow is what the CLI may do without asking.
	Allow Allowance
	// Events is a file to which the CLI's hooks append their input, one line of JSON each. The folder exists; the file
	// need not. It is empty if nothing reads the events. See [Signaller].
	Events string
}

// Command says how to start a CLI. It holds arguments, never a shell string.
type Command struct {
	Arguments []string
	// Environment holds NAME=value settings in addition to stead's own environment.
	Environment []string
	// Files must exist when the CLI starts: settings for this run alone, next to [Launch].Events. See [Command.Place].
	Files []File
	// Input is what the CLI reads from its standard input. Headless runs only.
	Input string
	// Typed is a prompt that must be typed once the CLI is ready, because it is too long for an argument or the CLI
	// takes none.
	Typed *Typing
	// Quit lists the signals, in order, that ask the CLI's whole process group to end without damage to the session. If
	// it is empty, they are SIGINT and then SIGTERM.
	Quit []syscall.Signal
	// Strict reports that the CLI fails if it does not find the session. For lack of a better sign, its success then
	// proves that it took this session.
	Strict bool
}

// Typing is text to be entered into a CLI's composer.
type Typing struct {
	Text string
	// Ready is a text on the screen that shows that the CLI's composer accepts input. It is empty if the sign of the
	// open session suffices.
	Ready string
	// Placeholder reports that Ready is visible only while the composer is empty, because pasted text replaces it.
	Placeholder bool
	// Settle is how long the CLI needs after it has shown that the session is open. Pause is the time between the text
	// and the key that submits it.
	Settle, Pause time.Duration
	// Submit is the key that submits the text.
	Submit string
}

// Of returns a Typing with the given text.
func (t Typing) Of(text string) *Typing {
	t.Text = text
	return &t
}

// MaxArgument is the longest prompt, in bytes, that is passed as an argument. Linux accepts 128 KiB per argument
// (MAX_ARG_STRLEN), and other systems count arguments together with the environment.
const MaxArgument = 32 << 10

// Severity says how serious a finding is.
type Severity string

// The severities.
const (
	Note    Severity = "note"
	Blocker Severity = "blocker"
)

// Finding is something that doctor reports about a CLI.
type Finding struct {
	Severity Severity `json:"severity"`
	// Text says what was found. Remedy says what to do about it.
	Text   string `json:"text"`
	Remedy string `json:"remedy,omitempty"`
	// Model reports that the finding no longer matters once a model is named.
	Model bool `json:"-"`
}
