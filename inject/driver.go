package inject

import (
	"syscall"
	"time"

	"stead/adapters/adapter"
	"stead/writers"
)

// Driver knows how one CLI is started on a session, and by which signs it shows what it does.
type Driver interface {
	Info() adapter.Info
	// Program says how the CLI's program is found.
	Program() Program
	// Home is the CLI's home on the host, whether it exists or not.
	Home(adapter.Host) string
	// Window is how many tokens of history the model can take, after what the CLI itself needs. An unknown model gets the
	// window of the CLI's default model.
	Window(model string) int64
	// Configured returns the provider and the model that the CLI is configured to use there, as far as its sessions or its
	// command line must name them. What need not be named, or is not known, is empty: nothing is guessed.
	Configured(Environment) Model
	// Command says how the CLI is started on the session.
	Command(Launch) Command
	// Composer says how a text is typed into the CLI and submitted. Its Text is empty.
	Composer() Typing
	// Announced returns the id of the session that the CLI says it has taken, in a line of its event stream (headless
	// runs).
	Announced(line []byte) (id string, ok bool)
	// Failure returns what the CLI says went wrong, in a line of its event stream.
	Failure(line []byte) (message string, ok bool)
	// Opened returns the id of the session that the CLI has open, where it leaves a sign of that in its store (interactive
	// runs). Owns tells whether a process belongs to the run. No sign proves nothing.
	Opened(store adapter.Store, wanted string, owns func(pid int) bool) (id string, ok bool)
	// Check returns what on this machine would keep a run from starting, or is worth knowing.
	Check(Environment) []Finding
}

// Preparer is a driver whose CLI makes its store when it is first started: before that there is nothing to write into.
type Preparer interface {
	// Preparation returns the arguments with which the CLI makes its store and ends. Needed is false when there is one.
	Preparation(Environment) (arguments []string, needed bool)
}

// SessionStarter is a driver whose CLI begins a session of its own under an id that it is told. Any other is given a
// session without a word in it, and is started on that as on one with a history.
type SessionStarter interface {
	// Begin says how the CLI is started on a new session with the id of [Launch].Session. Where it will lie is the CLI's
	// own to choose.
	Begin(Launch) Command
}

// StartHook is a driver whose CLI does harm to sessions around a run that can be prevented or undone.
type StartHook interface {
	// Before is called when the session is delivered, right before the CLI is started. An error ends the run.
	Before(Environment, writers.Receipt) error
	// After is called when the CLI and all that it started have ended, however that was.
	After(Environment, writers.Receipt) error
}

// OpenChecker is a driver whose CLI shows which of its processes have a session open.
type OpenChecker interface {
	// OpenedBy returns the processes that have the session open now.
	OpenedBy(adapter.Store, adapter.Location) (pids []int)
}

// SessionTracker is a driver whose CLI shows in its store which session it has open at any time: its user may open
// another one inside it. What a CLI tells by a hook or on its screen is a signal, see [signals.Signal].
type SessionTracker interface {
	// Current returns the id of the session that an interactive process of the run has open now. Last is the one that it
	// had, with the path of one of the run. Owns tells whether a process belongs to the run. Ok is false where nothing
	// certain shows.
	Current(store adapter.Store, last adapter.Location, owns func(pid int) bool) (id string, ok bool)
}

// Program is how a CLI's program is found.
type Program struct {
	// Names are those under which it lies in PATH, the likeliest first.
	Names []string
	// Package is its package in the npm registry, by which its version is known without starting it. Empty when it has
	// none.
	Package string
	// Install is how it is installed when it has no such package, as a command.
	Install string
	// Recognizes reports whether a program of that name is this CLI, by what it answers to --version: two CLIs may share a
	// name. Nil means that no other has it. It is not asked about a program from Package.
	Recognizes func(answer string) bool
}

// Environment is where a CLI is started.
type Environment struct {
	// Host is the machine, with the environment that the CLI will have.
	Host  adapter.Host
	Store adapter.Store
	// Dir is the working folder, an absolute path without links.
	Dir string
	// Arguments are the user's own, which may say another model or profile.
	Arguments []string
}

// Model is a model as a CLI is told it.
type Model struct {
	// Provider is whose endpoint it is, by the name that the CLI's configuration has for it.
	Provider string
	Name     string
}

// Launch is what a driver needs to know to start its CLI.
type Launch struct {
	Environment
	Session writers.Receipt
	// Prompt is submitted once the session is open. It may be of any length, and empty in an interactive run.
	Prompt   string
	Headless bool
	// Model is the target's model that the user asked for. Empty leaves the choice to the CLI.
	Model string
	// Configured is what the driver's Configured said.
	Configured Model
	// Recorded is the model that the session was held with, when that was in this same CLI.
	Recorded string
	// Allow is what the CLI may do without asking.
	Allow Allowance
	// Events is a file to which the CLI's hooks append what they receive, a line of JSON each. The folder exists, the file
	// need not. Empty when nobody listens. See [Signaller].
	Events string
}

// Command is how a CLI is started: its arguments, never a shell string.
type Command struct {
	Arguments []string
	// Environment holds NAME=value settings besides those that stead has itself.
	Environment []string
	// Files must be there when the CLI is started: settings for this run alone, beside [Launch].Events. See
	// [Command.Place].
	Files []File
	// Input is what the CLI reads on its standard input. Headless runs only.
	Input string
	// Typed is a prompt that must be typed once the CLI is ready, because it is too long for an argument or the CLI takes
	// none.
	Typed *Typing
	// Quit are the signals by which the CLI's whole process group is asked to end, one after the other, so that the
	// session stays whole. None means SIGINT, then SIGTERM.
	Quit []syscall.Signal
	// Strict says that the CLI ends with an error when it does not find the session. Then that it worked is the proof that
	// it took this one, for lack of a better sign.
	Strict bool
}

// Typing is text that is put into a CLI's composer.
type Typing struct {
	Text string
	// Ready is a text, as it is drawn, by which the CLI shows that its composer takes input. Empty when the sign of the
	// open session says it.
	Ready string
	// Placeholder says that Ready stands only in an empty composer: what was pasted takes its place.
	Placeholder bool
	// Settle is how long the CLI needs after it has shown that the session is open, Pause how long between the text and
	// the key that submits it.
	Settle, Pause time.Duration
	// Submit is the key that submits.
	Submit string
}

// Of returns the typing of a text.
func (t Typing) Of(text string) *Typing {
	t.Text = text
	return &t
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
	// Model tells that it is no matter once a model is named.
	Model bool `json:"-"`
}
