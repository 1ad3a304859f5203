package codex

import (
	"bytes"
	"fmt"

	format "stead/adapters/codex"
	"stead/internal/adapt/entry"
	"stead/timeline"
)

// note remembers what a record says about others.
func (j *joiner) note(r record) {
	if r.outcome != nil {
		j.noteOutcome(r, *r.outcome)
	}
	if r.usage == nil || (j.usageRecord && !r.usage.isRecord) || bytes.Equal(j.usageTotal, r.usage.total) {
		return
	}
	j.usageRecord = j.usageRecord || r.usage.isRecord
	j.usageTotal = bytes.Clone(r.usage.total)
	counted := r.usage.Usage
	r.entries[0].Usage = &counted
}

// noteOutcome keeps an outcome for the call's result. That of a command that went on after its result can no longer
// change what the model was told; the entry of the record says it.
func (j *joiner) noteOutcome(r record, o outcome) {
	if _, waits := j.calls[o.call]; waits {
		j.outcomes[o.call] = o
		return
	}
	if j.running[o.call] && o.hasExit {
		delete(j.running, o.call)
		r.entries[0].Content = timeline.NewText(fmt.Sprintf("the command of call %s ended later: %s", o.call,
			format.ExitError(o.exit)))
	}
}

// result pairs a result with its call and tells how it ended: by its own header, and by the completed item.
func (j *joiner) result(e *timeline.Entry) {
	native := e.CallID
	c, known := j.calls[native]
	o, hasOutcome := j.outcomes[native]
	delete(j.calls, native)
	delete(j.outcomes, native)
	if known {
		e.CallID = c.entry
	}
	if e.Output.HasPrefix("Chunk ID: ") && e.Output.Len() < 400 {
		j.running[native] = true
	}
	switch {
	case !known || format.RunsCommand(c.tool):
		applyHeader(e, format.ParseOutput(e.Output))
	case format.IsServer(c.tool):
		e.Output, e.DurationMS = format.ServerOutput(e.Output)
		e.Success = !format.TellsFailure(e.Output)
	default:
		e.Success = !format.TellsFailure(e.Output)
	}
	if hasOutcome && (!o.hasExit || e.Error.IsEmpty()) {
		applyOutcome(e, o)
	}
}

func applyHeader(e *timeline.Entry, parsed format.Outcome) {
	e.Output, e.Success, e.DurationMS = parsed.Output, !parsed.Failed, parsed.DurationMS
	if parsed.Error != "" {
		e.Error = timeline.NewText(parsed.Error)
	}
}

// applyOutcome prefers the item to the guess from the output's words, but not to an exit code that the output tells.
func applyOutcome(e *timeline.Entry, o outcome) {
	e.Success = !o.failed && e.Error.IsEmpty()
	if o.message != "" {
		e.Error = timeline.NewText(o.message)
		e.Output = entry.After(e.Output, e.Error) // stead puts it there for the model
	} else if o.failed && o.hasExit {
		e.Error = timeline.NewText(format.ExitError(o.exit))
	}
}
