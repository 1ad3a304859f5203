package tui

import (
	"context"
	"errors"

	tea "charm.land/bubbletea/v2"

	"stead/catalog/listing"
	"stead/catalog/search"
	"stead/orchestrator/active"
	"stead/timeline"
)

// Machine is the backend of the screen. Its methods may take their time and are called in the background, except Tilde
// and those that return a tea.ExecCommand, which only prepare one.
type Machine interface {
	// List lists all sessions, the newest first. Runs lists stead's runs as sessions, those that wait first.
	List(ctx context.Context) (listing.Result, error)
	Runs(ctx context.Context) (listing.Result, error)
	// Entries lists the entries of any other view.
	Entries(ctx context.Context, of View) ([]Entry, error)
	// Counts counts the active runs.
	Counts(ctx context.Context) Counts
	// Places returns, as lines, where stead looks for sessions.
	Places(ctx context.Context) []string
	// Question returns what a run asks permission for.
	Question(ctx context.Context, run string) (Question, error)
	// Watch sends the pictures of a run's terminal, as [active.Runs.Watch] does.
	Watch(ctx context.Context, run string) (<-chan active.Picture, error)
	// Changes returns what was changed in the folder of a run since it began.
	Changes(ctx context.Context, run string) (Changes, error)
	// Search searches the texts of all sessions, and returns the best hits first. While an incomplete index is being
	// built, it reports the progress.
	Search(ctx context.Context, query string, progress func(done, total int64)) (search.Result, error)
	// Open opens the session that a reference names.
	Open(ctx context.Context, reference string) (timeline.Stream, error)
	// Fit estimates how many tokens of a CLI's window a session takes. An unknown window is 0.
	Fit(ctx context.Context, reference, cli string) (tokens, window int64, err error)
	// Targets returns the CLIs in which a session can continue, the installed ones first.
	Targets(ctx context.Context) []Target
	// Say runs a verb of stead without a terminal, and returns the lines of its output.
	Say(ctx context.Context, arguments ...string) ([]string, error)
	// Verb returns a command that runs a verb of stead in the terminal.
	Verb(arguments ...string) tea.ExecCommand
	// Resume returns a command that runs the session's own CLI on the session, in the terminal.
	Resume(row listing.Row) tea.ExecCommand
	// Edit returns a command that runs the user's editor on a copy of a session, in the terminal. Afterwards, edited
	// returns the reference of that copy. It is empty if nothing was edited.
	Edit(row listing.Row) (command tea.ExecCommand, edited func() string)
	// Tilde returns a path with ~ in place of the user's home.
	Tilde(path string) string
}

// ErrFailed is the error of a command that had the terminal, failed, and printed the reason.
var ErrFailed = errors.New("the command has failed")

// Counts holds the number of active runs, and how many of them wait for somebody.
type Counts struct{ Active, Waiting int }

// Changes is what was changed in the folder of a run: the number of files, and of lines in them. Lines say what the
// folder is compared with, and show the whole difference.
type Changes struct {
	Files, Added, Deleted int
	Lines                 []string
}

// Target is a CLI in which a session can continue.
type Target struct {
	Name string
	// Missing says that its program was not found.
	Missing bool
}
