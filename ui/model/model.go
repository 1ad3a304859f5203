package model

import (
	"context"
	"errors"
	"io"
	"time"

	"stead/catalog"
	"stead/catalog/index"
	"stead/catalog/listing"
	"stead/catalog/memory/recall"
	"stead/catalog/origin"
	"stead/catalog/search"
	"stead/forks/draft"
	"stead/forks/worktree"
	"stead/orchestrator/ab"
	"stead/orchestrator/chain"
	"stead/orchestrator/delivery"
	"stead/orchestrator/source"
	"stead/orchestrator/templates"
	"stead/runs"
	"stead/runs/socket"
	"stead/timeline"
	"stead/ui/model/reading"
)

// Options are the sources of a model. All fields except Acts must be set.
type Options struct {
	Catalog *catalog.Catalog
	// List lists sessions. Copies are folded under their originals.
	List func(context.Context, listing.Query) (listing.Result, error)
	// Search searches all sessions and returns the best hits, at most limit of them.
	Search func(ctx context.Context, q search.Query, limit int) (search.Result, error)
	// Index opens the index of all sessions.
	Index func(context.Context) (*index.Index, error)
	// Origin locates the notes on which sessions stead has made. Families finds the descendants of sessions.
	Origin   origin.Options
	Families source.Families
	Runs     runs.Folder
	Contests ab.Folder
	Chains   chain.Folder
	Library  templates.Library
	Drafts   draft.Editor
	// Knowledge reads the findings of earlier sessions.
	Knowledge func(context.Context, recall.Query) ([]recall.Piece, error)
	// Fit reports how much of a CLI's window a session takes.
	Fit func(ctx context.Context, reference, cli string) (delivery.Fit, error)
	// Rehearse reports what a run would deliver.
	Rehearse func(context.Context, Start) (Delivery, error)
	// Export writes a session in the named format, and returns the name of the file. The error wraps ErrQuery for an
	// unknown format.
	Export func(ctx context.Context, to io.Writer, s timeline.Stream, format string) (name string, err error)
	// Survey describes the machine. It leaves ReadOnly unset.
	Survey func(context.Context) (Machine, error)
	// Reach connects to an active run that has a terminal.
	Reach func(name string) (runs.Run, *socket.Client, error)
	// Work returns what was changed in the folder of a run since it began.
	Work func(ctx context.Context, name string) (runs.Run, worktree.Work, error)
	// Acts holds what the model may change. Nil makes it read-only.
	Acts *Acts
	// Folder is where the model keeps pages of sessions while it is open.
	Folder string
	Now    func() time.Time
}

// Model shows sessions and runs. It is safe for concurrent use, and must be closed.
type Model struct {
	Options  Options
	readings *reading.Recent
	survey   survey
	player   Player
}

// New returns a model. It accesses nothing before its first call.
func New(o Options) *Model {
	m := &Model{Options: o, readings: reading.New(o.Folder)}
	m.player.model = m
	return m
}

// Close releases the files that hold pages of sessions.
func (m *Model) Close() {
	m.readings.Close()
	m.player.recent.close()
}

// Reader reads sessions: in pages, with their pictures and their contents.
type Reader struct {
	options  *Options
	readings *reading.Recent
}

// Reader returns the model's reader of sessions.
func (m *Model) Reader() Reader { return Reader{&m.Options, m.readings} }

// Player shows the recordings of runs' terminals, so that people can seek in them.
type Player struct {
	model  *Model
	recent replays
}

// Player returns the model's player of recordings.
func (m *Model) Player() *Player { return &m.player }

// Records reads the records of runs, contests and chains, and the templates.
type Records struct{ options *Options }

// Records returns the model's reader of runs, contests, chains and templates.
func (m *Model) Records() Records { return Records{&m.Options} }

// DraftEditor shows and edits copies of sessions.
type DraftEditor struct{ options *Options }

// Drafts returns the model's editor of drafts.
func (m *Model) Drafts() DraftEditor { return DraftEditor{&m.Options} }

// Actor starts, answers and ends runs, and plans them.
type Actor struct{ options *Options }

// Actor returns the model's actor. Without [Options.Acts] it can only plan.
func (m *Model) Actor() Actor { return Actor{&m.Options} }

func (a Actor) records() Records { return Records(a) }

func (a Actor) drafts() DraftEditor { return DraftEditor(a) }

// ErrQuery marks a request that is invalid on any machine.
var ErrQuery = errors.New("a parameter is wrong")

// texts returns the texts of warnings.
func texts(warnings []error) []string {
	all := []string{}
	for _, w := range warnings {
		all = append(all, w.Error())
	}
	return all
}
