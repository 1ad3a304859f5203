package tui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"stead/catalog/listing"
	"stead/catalog/search"
	"stead/timeline"
)

// Machine is what the screen shows and does, beneath the screen. All of it may take its time and is called beside the screen, but for what returns a
// tea.ExecCommand, which only prepares one.
type Machine interface {
	// List lists all sessions, the newest first.
	List(ctx context.Context) (listing.Result, error)
	// Runs lists the runs of stead as sessions: those that wait first. Contests and Chains list those, Statistics what there are figures of.
	Runs(ctx context.Context) (listing.Result, error)
	Contests(ctx context.Context) ([]Entry, error)
	Chains(ctx context.Context) ([]Entry, error)
	Statistics(ctx context.Context) ([]Entry, error)
	// Question returns what a run asks permission for.
	Question(ctx context.Context, run string) (Question, error)
	// Search looks for a query in the texts of all sessions, the best hits first. Progress is told how much of an index that lacks something is made.
	Search(ctx context.Context, query string, progress func(done, total int64)) (search.Result, error)
	// Open opens the session that a reference names.
	Open(ctx context.Context, reference string) (timeline.Stream, error)
	// Targets are the CLIs in which a session can go on, with those that are installed first.
	Targets(ctx context.Context) []Target
	// Say carries out a verb of stead's without a terminal, and returns the lines that it says.
	Say(ctx context.Context, arguments ...string) ([]string, error)
	// Verb is a verb of stead's in the terminal.
	Verb(arguments ...string) tea.ExecCommand
	// Resume is the session's own CLI on it, in the terminal.
	Resume(row listing.Row) tea.ExecCommand
	// Edit is the user's editor on a copy of a session, in the terminal. What it returns beside tells afterwards which copy that is: a reference, empty
	// when nothing was edited.
	Edit(row listing.Row) (command tea.ExecCommand, edited func() string)
	// Tilde returns a path with ~ in place of the user's home.
	Tilde(path string) string
}

// Target is a CLI in which a session can go on.
type Target struct {
	Name string
	// Missing says that its program was not found.
	Missing bool
}
