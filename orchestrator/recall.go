package orchestrator

import (
	"context"

	"stead/orchestrator/history"
	"stead/readers"
	"stead/runs"
)

// recall reads how a run that was broken off stands, and decides with what it goes on. Of calls that have no result its model is told, and the user.
func (d *delivery) recall(ctx context.Context, run runs.Run) (history.Progress, error) {
	journal, err := d.o.Sources().Journal(ctx, run.ID)
	if err != nil {
		return history.Progress{}, err
	}
	s, err := history.ReadProgress(journal, run, d.stands())
	if err != nil {
		return s, err
	}
	if d.request.Headless && d.request.Prompt == "" {
		d.recallPrompt(s, run)
	}
	if !d.isAnswered {
		tellDoubts(d.seen, s.Doubts)
		d.request.Prompt = history.WithDoubts(d.request.Prompt, s.Doubts)
	}
	return s, nil
}

// recallPrompt decides with what a headless run goes on when nobody says it: with its own prompt when that never reached the CLI's
// session, with nothing when the answer is complete, else with a word to go on. A prompt that has no answer yet is not said again:
// the CLI has it in its session, and its model reads it there with that word.
func (d *delivery) recallPrompt(s history.Progress, run runs.Run) {
	switch {
	case s.Answered:
		d.isAnswered = true
	case s.Asked || run.Prompt == "" && run.Asked == nil:
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
	if tail, ok := d.tail.(readers.TurnReporter); ok {
		return tail.LastTurn()
	}
	return ""
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

// tellDoubts tells the user what the model is told, or would be if there were a prompt.
func tellDoubts(seen Observer, calls []string) {
	for _, call := range calls {
		seen.Note("no result was recorded of a call that may have run already: " + call)
	}
}
