package kimi

import (
	format "stead/adapters/kimi"
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/readers"
	"stead/timeline"
)

// record is a parsed line: its entries, and facts about other lines. Everything in it comes from the line alone. A
// joiner combines records.
type record struct {
	number  int
	entries []*timeline.Entry

	// step is the step that the line belongs to. begins marks the line that begins it. inStep marks a line that adds to
	// the step's message, and isPart one that adds content. decides marks a line after which it is known whether the step
	// failed.
	step                            string
	begins, inStep, isPart, decides bool
	// model is the model that gives the following answers.
	model string
	// trigger says who requested the compaction that follows.
	trigger string
	// typed is the line of a shell command whose output follows.
	typed timeline.Text
	// note is the text that the model gets in addition to a result.
	note timeline.Text
	// isState marks a record whose text a resumed session sends, unless a later record revokes it.
	isState bool
	turn    readers.Turn
}

// parser converts lines to records. Its field agent is the agent's folder, which holds its pictures.
type parser struct{ agent string }

// parse converts a line to a record. It never fails: a line that it cannot read becomes a hidden entry that holds the
// line.
func (p parser) parse(line jsonl.Line) record {
	clean, changed, ok := jsonl.Clean(line.Bytes)
	b := builder{parser: p, record: record{number: line.Number}}
	var r format.Record
	if ok {
		r = format.Peek(clean)
		b.read(r)
	} else {
		b.entries = append(b.entries, entry.Unreadable(clean))
	}
	if len(b.entries) == 0 {
		b.hide(timeline.Text{})
	}
	timestamp := format.Timestamp(r.Time)
	for _, e := range b.entries {
		e.Timestamp = timestamp
	}
	entry.Keep(b.entries, format.Name, line, changed || !ok)
	return b.record
}

// builder builds the entries of one record.
type builder struct {
	parser
	record
}

func (b *builder) read(r format.Record) {
	switch r.Type.String() {
	case format.AppendMessage:
		b.message(format.PeekMessage(r.Message), r.Message)
	case format.AppendLoopEvent:
		b.loop(r.Event)
	case format.ApplyCompaction:
		b.compacted(format.Summary(r.Raw))
	case format.BeginCompaction:
		b.trigger = r.Raw.Get("source").String()
	case format.Request:
		b.model = r.Raw.Get("model").String()
	case format.TurnPrompt:
		b.turn, b.decides = readers.TurnStarted, true
	case format.TurnEnded:
		b.ended(r.Raw)
	case format.InteractionRequest:
		b.decides = true // the call that this request is about comes only after the user allows it
	default:
		b.other(r)
	}
}

// other reads a record that is not itself part of the conversation.
func (b *builder) other(r format.Record) {
	switch {
	case r.IsStated():
		b.state(r)
	case r.ToldAnew() != "":
		b.hide(timeline.Text{})
		b.entries[0].Origin = &timeline.Origin{Kind: r.ToldAnew()}
	case !r.IsUntold():
		b.unknown("record", r.Type, r.Raw)
	}
}

// state reads content that the CLI sends its model when it resumes the session. The joiner knows whether it still does.
func (b *builder) state(r format.Record) {
	e := b.add(timeline.User, "")
	b.isState = true
	switch r.Type.String() {
	case format.GoalCreate, format.GoalUpdate:
		e.Content, e.Origin = format.GoalText(r), &timeline.Origin{Kind: timeline.Reminder, Name: "goal"}
	case format.TaskStarted, format.TaskTerminated:
		e.Content, e.Origin = format.TaskText(r), &timeline.Origin{Kind: timeline.Notification,
			Name: r.Raw.Get("info", "taskId").String()}
	default:
		e.Content, e.Origin = format.Text(r.Raw.Get("content")), &timeline.Origin{Kind: timeline.Skill}
	}
}

// unknown adds entries for a value of a kind that is not in the closed lists. What names the category of the value, and
// kind is the unknown kind.
func (b *builder) unknown(what string, kind, value jsonl.Value) {
	b.entries = append(b.entries, entry.Unknown(entry.KindName(what, kind), value)...)
}

// interrupted is the stop reason of the hidden entry that records that the user stopped a turn.
const interrupted = "interrupted"

func (b *builder) ended(turn jsonl.Value) {
	b.decides = true
	switch turn.Get("reason").String() {
	case "completed":
		b.turn = readers.TurnCompleted
	case "cancelled":
		b.turn = readers.TurnInterrupted
		b.hide(timeline.Text{})
		b.entries[0].StopReason = interrupted
	default:
		b.turn = readers.TurnFailed
		b.hide(format.Text(turn.Get("error", "message")))
	}
}

// compacted adds a summary. The entries before it stay in the timeline, but the model continues from the summary.
func (b *builder) compacted(summary timeline.Text) {
	e := b.add(timeline.System, "")
	e.Content, e.Compaction = summary, &timeline.Compaction{}
}

// add appends an entry. Its id may be empty: the joiner then assigns one.
func (b *builder) add(kind timeline.EntryType, id string) *timeline.Entry {
	e := &timeline.Entry{ID: id, Type: kind}
	b.entries = append(b.entries, e)
	return e
}

// hide appends a hidden entry with the record's readable text.
func (b *builder) hide(text timeline.Text) {
	e := b.add(timeline.System, "")
	e.Hidden, e.Content = true, text
}
