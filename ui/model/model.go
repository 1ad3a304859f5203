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

// Options are what a model shows. All fields but Acts must be set.
type Options struct {
	Catalog *catalog.Catalog
	// List lists sessions, with copies folded under what they are copies of.
	List func(context.Context, listing.Query) (listing.Result, error)
	// Search searches all sessions and returns the best hits, so many at most.
	Search func(ctx context.Context, q search.Query, limit int) (search.Result, error)
	// Index opens the index of all sessions.
	Index func(context.Context) (*index.Index, error)
	// Origin is where it is noted which sessions stead has made, Families finds out what came of them.
	Origin   origin.Options
	Families source.Families
	Runs     runs.Folder
	Contests ab.Folder
	Chains   chain.Folder
	Library  templates.Library
	Drafts   draft.Editor
	// Knowledge reads what was learnt.
	Knowledge func(context.Context, recall.Query) ([]recall.Piece, error)
	// Fit says how much of a CLI's window a session takes.
	Fit func(ctx context.Context, reference, cli string) (delivery.Fit, error)
	// Rehearse says what a run would deliver.
	Rehearse func(context.Context, Start) (Delivery, error)
	// Export writes a session in a format that it names, and returns the name of the file. What wraps ErrQuery is the
	// error of one that there is not.
	Export func(ctx context.Context, to io.Writer, s timeline.Stream, format string) (name string, err error)
	// Survey looks what there is on the machine. ReadOnly is left out.
	Survey func(context.Context) (Machine, error)
	// Reach connects to an active run that has a terminal.
	Reach func(name string) (runs.Run, *socket.Client, error)
	// Acts is what it may change. Nil for nothing.
	Acts *Acts
	// Folder is where pages of sessions are kept while the model is open.
	Folder string
	Now    func() time.Time
}

// Model shows sessions and runs. It is safe for use by several goroutines, and must be closed.
type Model struct {
	Options  Options
	readings *reading.Recent
	survey   survey
	player   Player
}

// New returns a model. It touches nothing before it is asked.
func New(o Options) *Model {
	m := &Model{Options: o, readings: reading.New(o.Folder)}
	m.player.model = m
	return m
}

// Close gives back what pages were kept in.
func (m *Model) Close() {
	m.readings.Close()
	m.player.recent.close()
}

// Reader reads sessions: in pages, with their pictures, and what is in them.
type Reader struct {
	options  *Options
	readings *reading.Recent
}

// Reader returns what reads sessions.
func (m *Model) Reader() Reader { return Reader{&m.Options, m.readings} }

// Player shows the recordings of runs' terminals, so that somebody can seek in them.
type Player struct {
	model  *Model
	recent replays
}

// Player returns what shows recordings.
func (m *Model) Player() *Player { return &m.player }

// Records are the records of runs, contests and chains, and the templates.
type Records struct{ options *Options }

// Records returns what shows the runs, contests and chains of the machine, and the templates.
func (m *Model) Records() Records { return Records{&m.Options} }

// DraftEditor shows and edits copies of sessions.
type DraftEditor struct{ options *Options }

// Drafts returns what shows and edits copies of sessions.
func (m *Model) Drafts() DraftEditor { return DraftEditor{&m.Options} }

// Actor does what starts, answers and ends runs, and plans that.
type Actor struct{ options *Options }

// Actor returns what starts, answers and ends runs. Without [Options.Acts] it can only plan.
func (m *Model) Actor() Actor { return Actor{&m.Options} }

func (a Actor) records() Records { return Records(a) }

func (a Actor) drafts() DraftEditor { return DraftEditor(a) }

// ErrQuery marks a question that has no answer, whatever there is on the machine.
var ErrQuery = errors.New("a parameter is wrong")

// texts returns warnings as they are shown.
func texts(warnings []error) []string {
	all := []string{}
	for _, w := range warnings {
		all = append(all, w.Error())
	}
	return all
}
