package history

import (
	"strings"

	"stead/readers"
	"stead/runs"
	"stead/timeline"
)

// Progress is how far the work of a run's CLI had come when it was interrupted, according to the journal and the CLI's
// own session.
type Progress struct {
	// Added is the number of entries that the run's CLIs have added.
	Added int
	// Asked says that the last prompt is in the CLI's session, Answered that its turn is over.
	Asked, Answered bool
	// Doubts name the calls of the last turn without a result.
	Doubts []string

	// counted and final are the usage, turns, cost and last answer according to the entries. They are needed because the
	// run's record is written later than the entries.
	counted runs.Run
	final   string
}

// ReadProgress reads how far a run has come. Turn is the last sign of a turn in the CLI's session, or empty if it has
// none. Its errors are those of the journal.
func ReadProgress(journal timeline.Stream, run runs.Run, turn readers.Turn) (Progress, error) {
	s := scanner{since: askedAfter(run), recorded: map[string]bool{}}
	for e, err := range journal.Entries {
		if err != nil {
			return Progress{}, err
		}
		switch {
		case IsTaken(e, run):
			s.added++ // it was asked and answered elsewhere
		case IsAdded(e, run):
			s.see(e, IsAgain(e, run))
		}
	}
	doubts := s.doubts(run.Calling)
	// An answer is over when the CLI says so. If the CLI says nothing, it is over when text comes last and no call is
	// open.
	answered := s.asked && s.spoke && len(doubts) == 0 && (turn == "" || turn == readers.TurnCompleted)
	return Progress{Added: s.added, Asked: s.asked, Answered: answered, Doubts: doubts, counted: s.counted,
		final: s.final}, nil
}

// Note updates the record's totals to those of the entries.
func (p Progress) Note(r *runs.Run) {
	r.Usage, r.Turns, r.Cost = p.counted.Usage, p.counted.Turns, max(p.counted.Cost, r.Cost)
	if p.final != "" {
		r.FinalText = p.final
	}
}

// askedAfter returns how many entries the run's CLIs had added when the last prompt was given.
func askedAfter(run runs.Run) int {
	if run.Asked == nil {
		return 0
	}
	return run.Asked.After
}

// scanner goes through the entries that a run's CLIs have added.
type scanner struct {
	added int
	asked bool
	// open are the calls of the last turn without a result, recorded the ids of all calls.
	open     []*timeline.Entry
	recorded map[string]bool
	// since is the number of entries before the last prompt.
	since int
	// spoke is set while the last entry of the conversation is the model's text, final.
	spoke   bool
	final   string
	meter   Meter
	counted runs.Run
}

func (s *scanner) see(e *timeline.Entry, isAgain bool) {
	s.added++
	if isAgain {
		s.meter.answering = false
	}
	s.meter.Add(e, &s.counted)
	s.open = unresolved(s.open, e, isAgain)
	if e.Type == timeline.ToolCall {
		s.recorded[e.ID] = true
	}
	if isAgain || e.StartsTurn() {
		s.asked, s.spoke = s.added > s.since, false
		return
	}
	if !e.Active() || e.IsContext() {
		return
	}
	s.spoke = e.Type == timeline.Assistant && !e.Content.IsBlank()
	if s.spoke {
		s.final = strings.TrimRight(e.Content.String(), "\n")
	}
}
