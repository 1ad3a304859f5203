package orchestrator

import (
	"context"
	"strings"

	"stead/readers"
	"stead/runs"
	"stead/timeline"
)

// standing is how the work of a run's CLI stood when it was broken off, as the journal and the CLI's own session have it.
type standing struct {
	// added is how many entries the run's CLIs have added.
	added int
	// asked says that what the CLI was told last is in its session, answered that the turn which this began is over.
	asked, answered bool
	// usage, turns, cost and final are what the record tells of the entries: it is written later than they are.
	usage timeline.Usage
	turns int
	cost  float64
	final string
	// doubts name the calls of the last turn without a result.
	doubts []string
}

// standingOf reads how a run stands. Turn is the last sign that the CLI's session has of a turn, or nothing when it has none.
func standingOf(journal timeline.Stream, run runs.Run, turn readers.Turn) (standing, error) {
	r := reckoning{since: askedAfter(run), recorded: map[string]bool{}}
	for e, err := range journal.Entries {
		if err != nil {
			return standing{}, err
		}
		switch {
		case isTaken(e, run):
			r.added++ // it was asked and answered elsewhere
		case isAdded(e, run):
			r.see(e, isAgain(e, run))
		}
	}
	r.doubts = r.named(run.Calling)
	// An answer is over when the CLI says so; where it says nothing, when text is the last thing said and no call is open.
	r.answered = r.asked && r.spoke && len(r.doubts) == 0 && (turn == "" || turn == readers.TurnCompleted)
	r.usage, r.turns, r.cost = r.record.Usage, r.record.Turns, r.record.Cost
	return r.standing, nil
}

// askedAfter is how many entries the run's CLIs had added when the last one was told what it was told last.
func askedAfter(run runs.Run) int {
	if run.Asked == nil {
		return 0
	}
	return run.Asked.After
}

// reckoning goes through the entries that a run's CLIs have added.
type reckoning struct {
	standing
	// open are the calls of the last turn without a result, recorded the ids of all calls.
	open     []*timeline.Entry
	recorded map[string]bool
	// since is how many entries there were before the last prompt.
	since int
	// spoke is set while the last entry of the conversation is the model's text.
	spoke  bool
	meter  meter
	record runs.Run
}

func (r *reckoning) see(e *timeline.Entry, isAgain bool) {
	r.added++
	if isAgain {
		r.meter.answering = false
	}
	r.meter.add(e, &r.record)
	r.open = unresolved(r.open, e, isAgain)
	if e.Type == timeline.ToolCall {
		r.recorded[e.ID] = true
	}
	if isAgain || e.StartsTurn() {
		r.prompted()
		return
	}
	if !e.Active() || e.IsContext() {
		return
	}
	r.spoke = e.Type == timeline.Assistant && !e.Content.IsBlank()
	if r.spoke {
		r.final = strings.TrimRight(e.Content.String(), "\n")
	}
}

// prompted begins a turn.
func (r *reckoning) prompted() { r.asked, r.spoke = r.added > r.since, false }

// recall reads how a run that was broken off stands, and decides with what it goes on. Of calls that have no result its model is told, and the user.
func (d *delivery) recall(ctx context.Context, run runs.Run) (standing, error) {
	journal, err := d.o.openJournal(ctx, run.ID)
	if err != nil {
		return standing{}, err
	}
	s, err := standingOf(journal, run, d.stands())
	if err != nil {
		return s, err
	}
	if d.request.Headless && d.request.Prompt == "" {
		d.recallPrompt(s, run)
	}
	if !d.isAnswered {
		tellDoubts(d.seen, s.doubts)
		d.request.Prompt = withDoubts(d.request.Prompt, s.doubts)
	}
	return s, nil
}

// recallPrompt decides with what a headless run goes on when nobody says it: with its own prompt when that never reached the CLI's
// session, with nothing when the answer is complete, else with a word to go on. A prompt that has no answer yet is not said again:
// the CLI has it in its session, and its model reads it there with that word.
func (d *delivery) recallPrompt(s standing, run runs.Run) {
	switch {
	case s.answered:
		d.isAnswered = true
	case s.asked || run.Prompt == "" && run.Asked == nil:
		d.request.Prompt, d.again = goOn, &runs.Again{}
	case run.Asked == nil:
		d.request.Prompt = run.Prompt
	default:
		d.request.Prompt = run.Asked.Prompt
		if run.Asked.Own {
			d.again = &runs.Again{Of: run.Asked.Of}
		}
	}
}

// stands returns the last sign of a turn in the CLI's session, where its reader tells it.
func (d *delivery) stands() readers.Turn {
	if tail, ok := d.tail.(readers.Stander); ok {
		return tail.Stands()
	}
	return ""
}

// note brings what the record tells of the entries up to what they are.
func (s standing) note(r *runs.Run) {
	r.Usage, r.Turns, r.Cost = s.usage, s.turns, max(s.cost, r.Cost)
	if s.final != "" {
		r.FinalText = s.final
	}
}

// asks notes what the CLI is told now, when that is not what it was told first.
func (d *delivery) asks(r *runs.Run, added int) {
	prompt := d.request.Prompt
	if prompt == "" || added == 0 && r.Asked == nil && prompt == r.Prompt {
		return
	}
	r.Asked = &runs.Asked{Prompt: prompt, After: added}
	if d.again != nil {
		r.Asked.Own, r.Asked.Of = true, d.again.Of
	}
}

// tellAnswered shows what was found of a run that has its answer already.
func (d *delivery) tellAnswered() error {
	d.seen.Note("the answer was complete: nothing is asked again")
	found, end := context.WithCancel(context.Background())
	end() // nothing more comes
	return (&supervision{delivery: d}).show(found)
}
