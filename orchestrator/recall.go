package orchestrator

import (
	"context"

	"stead/orchestrator/history"
	"stead/runs"
)

// recall reads how a run that was broken off stands, and decides with what it goes on. Of calls that have no result its
// model is told, and the user.
func (r *run) recall(ctx context.Context, of runs.Run) (history.Progress, error) {
	d := r.part.delivery
	journal, err := r.o.Sources().Journal(ctx, of.ID)
	if err != nil {
		return history.Progress{}, err
	}
	s, err := history.ReadProgress(journal, of, d.Session.LastTurn())
	if err != nil {
		return s, err
	}
	if d.Request.Headless && d.Request.Prompt == "" {
		r.recallPrompt(s, of)
	}
	if !r.isAnswered {
		r.o.remarks(r.seen).doubts(s.Doubts)
		d.Request.Prompt = history.WithDoubts(d.Request.Prompt, s.Doubts)
	}
	return s, nil
}

// recallPrompt decides with what a headless run goes on when nobody says it: with its own prompt when that never
// reached the CLI's session, with nothing when the answer is complete, else with a word to go on. A prompt that has no
// answer yet is not said again: the CLI has it in its session, and its model reads it there with that word.
func (r *run) recallPrompt(s history.Progress, of runs.Run) {
	p := &r.part
	prompt := &p.delivery.Request.Prompt
	switch {
	case s.Answered:
		r.isAnswered = true
	case s.Asked || of.Prompt == "" && of.Asked == nil:
		*prompt, p.again = goOn, &runs.Again{}
	case of.Asked == nil:
		*prompt = of.Prompt
	default:
		*prompt = of.Asked.Prompt
		if of.Asked.Own {
			p.again = &runs.Again{Of: of.Asked.Of}
		}
	}
}

// asks notes what the CLI is told now, when that is not what it was told first.
func (p part) asks(of *runs.Run, added int) {
	prompt := p.delivery.Request.Prompt
	if prompt == "" || added == 0 && of.Asked == nil && prompt == of.Prompt {
		return
	}
	of.Asked = &runs.Asked{Prompt: prompt, After: added}
	if p.again != nil {
		of.Asked.Own, of.Asked.Of = true, p.again.Of
	}
}

// showAnswer shows what was found of a run that has its answer already.
func (r *run) showAnswer() error {
	r.seen.Note("the answer was complete: the prompt is not repeated")
	found, end := context.WithCancel(context.Background())
	end() // nothing more comes
	return r.files.Show(found, r.seen.Entry)
}
