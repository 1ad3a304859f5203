package tui

import (
	"context"
	"errors"

	tea "charm.land/bubbletea/v2"

	"stead/catalog/listing"
	"stead/catalog/search"
	"stead/timeline"
)

// Machine is what the screen shows and does, beneath the screen. All of it may take its time and is called beside the
// screen, but for what returns a tea.ExecCommand, which only prepares one, and Tilde.
type Machine interface {
	// List lists all sessions, the newest first. Runs lists the runs of stead as sessions: those that wait first.
	List(ctx context.Context) (listing.Result, error)
	Runs(ctx context.Context) (listing.Result, error)
	// Entries lists what a view shows that shows neither.
	Entries(ctx context.Context, of View) ([]Entry, error)
	// Counts counts the runs that are active.
	Counts(ctx context.Context) Counts
	// Places says in lines where sessions are looked for.
	Places(ctx context.Context) []string
	// Question returns what a run asks permission for.
	Question(ctx context.Context, run string) (Question, error)
	// Search looks for a query in the texts of all sessions, the best hits first. Progress is told how much of an index
	// that lacks something is made.
	Search(ctx context.Context, query string, progress func(done, total int64)) (search.Result, error)
	// Open opens the session that a reference names.
	Open(ctx context.Context, reference string) (timeline.Stream, error)
	// Fit estimates how many tokens of a CLI's window a session takes. A window that is not known is 0.
	Fit(ctx context.Context, reference, cli string) (tokens, window int64, err error)
	// Targets are the CLIs in which a session can go on, with those that are installed first.
	Targets(ctx context.Context) []Target
	// Say carries out a verb of stead's without a terminal, and returns the lines that it says.
	Say(ctx context.Context, arguments ...string) ([]string, error)
	// Verb is a verb of stead's in the terminal.
	Verb(arguments ...string) tea.ExecCommand
	// Resume is the session's own CLI on it, in the terminal.
	Resume(row listing.Row) tea.ExecCommand
	// Edit is the user's editor on a copy of a session, in the terminal. What it returns beside tells afterwards which
	// copy that is: a reference, empty when nothing was edited.
	Edit(row listing.Row) (command tea.ExecCommand, edited func() string)
	// Tilde returns a path with ~ in place of the user's home.
	Tilde(path string) string
}

// ErrFailed is the error of a command that had the terminal, has failed, and has said why.
var ErrFailed = errors.New("the command has failed")

// Counts are how many runs are active, and how many of them wait for somebody.
type Counts struct{ Active, Waiting int }

// Target is a CLI in which a session can go on.
type Target struct {
	Name string
	// Missing says that its program was not found.
	Missing bool
}
