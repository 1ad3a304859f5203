package opencode

import (
	"cmp"

	"stead/timeline"
)

// answer is a message of the model that is being written: its thinking, its texts, and its calls.
type answer struct {
	*draft
	// source is the model that gave the answer, or empty if unknown.
	source    string
	mode      string
	calls     []*pendingCall
	completed int64
	// waiting counts the calls without a result. answered counts those with one.
	waiting, answered int
	// ended is the time of the newest result. newest is the id of its part.
	ended     int64
	newest    string
	said      bool
	isSummary bool
	aborted   bool
	byUser    bool // whether it is a command that the user ran, whose message the CLI does not finish
}

// describe writes the message itself. It omits token counts, because OpenCode would treat those of another model as its
// own, and compact. It names the model that will continue, because OpenCode shows the thinking only to that model.
func (a *answer) describe(o *timeline.Object, s *session, prompt string) {
	o.String("role", "assistant")
	o.String("parentID", prompt)
	o.String("mode", a.mode)
	o.String("agent", a.mode)
	if a.isSummary {
		o.Bool("summary", true)
	}
	o.Append("path", func(dst []byte) []byte {
		path := timeline.NewObject(dst)
		path.String("cwd", s.plan.Dir)
		path.String("root", cmp.Or(s.project.Worktree, s.plan.Dir))
		return path.End()
	})
	o.Raw("cost", []byte("0"))
	o.Raw("tokens", []byte(`{"input":0,"output":0,"reasoning":0,"cache":{"read":0,"write":0}}`))
	header := s.plan.Stream.Header.Model
	o.String("modelID", cmp.Or(s.model, a.source, header.Model, "unknown"))
	o.String("providerID", cmp.Or(s.provider, header.Provider, "unknown"))
	o.Append("time", func(dst []byte) []byte {
		return appendTimes(dst, "created", a.created, "completed", max(a.completed, a.created))
	})
	switch {
	case a.byUser:
	case a.aborted && len(a.parts) > 0:
		o.Raw("error", []byte(`{"name":"MessageAbortedError","data":{"message":"Aborted"}}`))
	case len(a.calls) > 0:
		o.String("finish", "tool-calls")
	default:
		o.String("finish", "stop")
	}
}

// timed adds a part of text or reasoning with its time.
func (a *answer) timed(kind string, text timeline.Text, at int64) {
	a.completed = max(a.completed, at)
	a.part(func(o *timeline.Object) {
		o.String("type", kind)
		o.Text("text", text)
		o.Append("time", func(dst []byte) []byte { return appendTimes(dst, "start", at, "end", at) })
	})
}
