package orchestrator

import (
	"context"

	"stead/orchestrator/history"
	"stead/runs"
)

// recall reads the state of an interrupted run, and decides with which prompt it continues. It tells the model and the
// user about calls without a result.
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

// recallPrompt chooses the prompt of a headless run that is resumed without one. If its own prompt never reached the
// CLI's session, it is that prompt. If the answer is complete, there is none. Otherwise it is a word to continue. A
// prompt without an answer is not repeated, because the CLI has it in its session, and the model reads it there.
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

// asks records the prompt that the CLI gets now, if it differs from the first one.
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

// showAnswer shows the answer of a run that was already complete.
func (r *run) showAnswer() error {
	r.seen.Note("the answer was complete: the prompt is not repeated")
	found, end := context.WithCancel(context.Background())
	end() // no more entries will come
	return r.files.Show(found, r.seen.Entry)
}
