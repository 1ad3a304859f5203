package opencode

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	format "stead/adapters/opencode"
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// answer converts the parts of one answer of the model. First is the entry of the message itself.
func (t *teller) answer(m format.Message, first *timeline.Entry) []*timeline.Entry {
	info := m.Row.Data()
	failure := info.Get("error")
	first.Content = failureText(failure)
	if info.Get("summary").Bool() && info.Get("finish").IsString() && failure.IsNull() {
		return t.summary(m)
	}
	a := answering{
		teller: t, at: first.Timestamp, model: info.Get("modelID").String(), failed: isFailed(failure),
		byUser: t.shells[info.Get("parentID").String()], isForeign: t.isForeign(info),
	}
	delete(t.shells, info.Get("parentID").String()) // the next message may be the model's
	for _, part := range m.Parts {
		a.part(part)
	}
	// Results are in the order in which the calls ended, which may differ from the order in which they began.
	slices.SortStableFunc(a.results, func(a, b *timeline.Entry) int { return strings.Compare(a.Timestamp, b.Timestamp) })
	all := append(a.entries, a.results...)
	for _, e := range all {
		if !e.Hidden && e.Type != timeline.User {
			e.Usage, e.StopReason = usage(info), info.Get("finish").String()
			break
		}
	}
	if failure.Get("name").Is(aborted) {
		all = append(all, t.interrupted(m, first))
	}
	return all
}

// interrupted returns the entry that marks where the user stopped the model.
func (t *teller) interrupted(m format.Message, first *timeline.Entry) *timeline.Entry {
	return &timeline.Entry{
		ID: t.identify(m.Row.ID + "/aborted"), Type: timeline.System, Hidden: true, StopReason: "interrupted",
		Timestamp: first.Timestamp,
		Content:   first.Content, Branch: first.Branch, Native: &timeline.Record{CLI: format.Name, Line: first.Native.Line},
	}
}

// failureText returns the reason that an answer failed.
func failureText(failure jsonl.Value) timeline.Text {
	if message := failure.Get("data", "message"); message.IsString() {
		return timeline.RawText(message)
	}
	return format.TextOf(failure.Get("name"))
}

// usage returns the token usage and the cost of an answer, or nil if there is none. The CLI's output count does not
// include the reasoning.
func usage(info jsonl.Value) *timeline.Usage {
	tokens := info.Get("tokens")
	reasoning := tokens.Get("reasoning").Int()
	u := timeline.Usage{
		Input: tokens.Get("input").Int(), Output: tokens.Get("output").Int() + reasoning, Reasoning: reasoning,
		CacheRead: tokens.Get("cache", "read").Int(), CacheWrite: tokens.Get("cache", "write").Int(),
		Cost: info.Get("cost").Float(),
	}
	if u.IsZero() {
		return nil
	}
	return &u
}

// summary converts an answer that replaces the history before it.
func (t *teller) summary(m format.Message) []*timeline.Entry {
	at := created(m.Row)
	order := t.compactions[m.Row.Data().Get("parentID").String()]
	var all []*timeline.Entry
	found := false
	for _, part := range m.Parts {
		data := dataOf(part)
		text := format.TextOf(data.Get("text"))
		if !data.Get("type").Is("text") || found || text.IsEmpty() {
			all = append(all, t.hidden(part, text, at))
			continue
		}
		found = true
		all = append(all, t.add(&timeline.Entry{
			Type: timeline.System, Content: text, Timestamp: startOf(data, at), Model: m.Row.Data().Get("modelID").String(),
			Compaction: &timeline.Compaction{Trigger: order.trigger, Keeps: t.keeps(order.tail)}, Usage: usage(m.Row.Data()),
		}, part))
	}
	return all
}

// isFailed reports whether an answer ended with an error that the user did not cause. OpenCode does not send such an
// answer to the model again. The effects of its calls remain nevertheless.
func isFailed(failure jsonl.Value) bool {
	return !failure.IsNull() && !failure.Get("name").Is(aborted)
}

// aborted is the error of an answer that the user stopped.
const aborted = "MessageAbortedError"

// isForeign reports whether an answer comes from a different model than the one that continues the session. It is false
// for messages that stead wrote, because their model is unknown.
func (t *teller) isForeign(info jsonl.Value) bool {
	provider, model := info.Get("providerID").String(), info.Get("modelID").String()
	return (t.passed || t.written.Lines == 0) && t.model != "" && model != "" &&
		(provider != t.provider || model != t.model)
}

// answering converts the parts of an answer.
type answering struct {
	*teller
	at, model string
	failed    bool
	byUser    bool // whether the user ran the command
	// isForeign reports that a different model continues: OpenCode then sends it the thinking of this one as a text of the
	// answer (1.18.33).
	isForeign bool
	entries   []*timeline.Entry
	results   []*timeline.Entry
	// thought is the start time of the newest thinking.
	thought jsonl.Value
}

func (a *answering) part(row format.Row) {
	data := dataOf(row)
	text := format.TextOf(data.Get("text"))
	at := startOf(data, a.at)
	switch kind := data.Get("type").String(); {
	case a.byUser && data.Get("tool").Is(format.Bash):
		a.shell(row, data)
	case kind == "tool" && data.Get("tool").IsString() && format.IsState(data.Get("state", "status").String()):
		a.call(row, data)
	case a.failed:
		a.entries = append(a.entries, a.hidden(row, text, at))
	case !format.IsPart(kind), kind == "tool":
		a.entries = append(a.entries, a.unknown(row, data, a.nameOf(kind, data), at)...)
	// in an answer, OpenCode also sends texts marked as synthetic or ignored (1.18.33)
	case kind == "text" && !text.IsEmpty():
		e := a.add(&timeline.Entry{Type: timeline.Assistant, Content: text, Model: a.model, Timestamp: at}, row)
		a.join(e, data)
		a.entries = append(a.entries, e)
	case kind == "reasoning" && !text.IsBlank() && a.isForeign:
		a.entries = append(a.entries, a.add(&timeline.Entry{Type: timeline.Assistant, Content: text, Model: a.model,
			Timestamp: at}, row))
	case kind == "reasoning" && !text.IsEmpty():
		a.thought = data.Get("time", "start")
		a.entries = append(a.entries, a.add(&timeline.Entry{Type: timeline.Assistant, Thinking: text, Model: a.model,
			Timestamp: at}, row))
	default:
		a.entries = append(a.entries, a.hidden(row, text, at))
	}
}

// nameOf describes a part of an unknown kind.
func (a *answering) nameOf(kind string, data jsonl.Value) string {
	if kind == "tool" {
		return entry.KindName("call with the state", data.Get("state", "status"))
	}
	return partName(data)
}

// join moves the thinking before a text into the text's entry if both began at the same moment. This is never the case
// for OpenCode's own parts, but stead writes one entry as two such parts.
func (a *answering) join(text *timeline.Entry, data jsonl.Value) {
	if len(a.entries) == 0 {
		return
	}
	before := a.entries[len(a.entries)-1]
	if start := data.Get("time", "start"); before.Thinking.IsEmpty() || !before.Content.IsEmpty() || start == nil ||
		!bytes.Equal(start, a.thought) {
		return
	}
	text.Thinking = before.Thinking
	before.Type, before.Hidden, before.Thinking, before.Model = timeline.System, true, timeline.Text{}, ""
}

// call converts a call, and its result if there is one.
func (a *answering) call(row format.Row, data jsonl.Value) {
	state := data.Get("state")
	name, input := data.Get("tool").String(), state.Get("input")
	if !input.IsObject() {
		input = jsonl.Value("{}")
	}
	tool, arguments := format.ToUniversal(name, input)
	call := a.add(&timeline.Entry{
		Type: timeline.ToolCall, Tool: tool, Input: arguments, OriginalTool: format.OriginalTool(name, state),
		Model: a.model, Timestamp: startOf(state, a.at),
	}, row)
	a.entries = append(a.entries, call)
	outcome, ok := format.ParseState(name, state)
	if !ok {
		return
	}
	a.results = append(a.results, &timeline.Entry{
		ID: a.identify(call.ID + "/result"), Type: timeline.ToolResult, CallID: call.ID, Success: outcome.Success,
		Output: outcome.Output, Error: outcome.Error, Attachments: outcome.Attachments, Branch: call.Branch,
		Timestamp: cmp.Or(stamp(state.Get("time", "end").Int()), call.Timestamp),
		Native:    &timeline.Record{CLI: format.Name, Line: call.Native.Line},
	})
}

// startOf returns the start time of a part or of a call's state, or the given time if there is none.
func startOf(data jsonl.Value, otherwise string) string {
	return cmp.Or(stamp(data.Get("time", "start").Int()), otherwise)
}
