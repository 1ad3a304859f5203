package codex

import (
	format "stead/adapters/codex"
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/readers"
	"stead/timeline"
)

// record is a parsed line: its entries, and what it says about others. All of it is known from the line alone; a joiner
// puts records together.
type record struct {
	number  int
	isMeta  bool
	entries []*timeline.Entry
	// ordinal is the line's own number; 0 in rollouts that have none.
	ordinal int64
	// bare marks a line without a time of its own.
	bare bool

	// call is the native name of the tool that the line calls, script the JavaScript of a code mode call.
	call   string
	script timeline.Text
	// outcome is how a tool's run ended.
	outcome *outcome
	// context is the model that the following answers come from.
	context string
	usage   *usage
	// messageID and prompt are the id and the first text of a user's message, by which a compaction says that it keeps it.
	messageID string
	prompt    timeline.Text
	// compaction is the payload of a compaction.
	compaction jsonl.Value
	turn       readers.Turn
}

// outcome is what a completed item says about a call.
type outcome struct {
	call    string
	failed  bool
	exit    int64
	hasExit bool
	message string
}

// parse makes a record of a line. It never fails: what it cannot make out becomes a hidden entry that holds the line.
func parse(line jsonl.Line) record {
	clean, changed, ok := jsonl.Clean(line.Bytes)
	r := record{number: line.Number}
	l := format.Line{}
	if ok {
		l = format.Peek(clean)
		r.read(l)
	} else {
		r.add(entry.Unreadable(clean))
	}
	r.bare, r.ordinal = l.Bare, l.Ordinal.Int()
	if len(r.entries) == 0 {
		r.hide(timeline.Text{})
	}
	for _, e := range r.entries {
		e.Timestamp = l.Timestamp.String()
	}
	entry.Keep(r.entries, format.Name, line, changed || !ok)
	return r
}

func (r *record) read(l format.Line) {
	if kind := l.UnknownKind(); kind != "" {
		r.unknown(kind, l.Payload)
		return
	}
	switch l.Type {
	case format.SessionMeta:
		r.isMeta = true
	case format.ResponseItem:
		r.item(l)
	case format.EventMessage:
		r.event(l.Payload)
	case format.Compacted:
		r.compacted(l.Payload)
	case format.TurnContext:
		r.context = l.Payload.Get("model").String()
	case format.AgentTalk:
		r.agentTalk(l.Payload)
	case format.ToolsUpdated:
		r.tools(l.Payload)
	case format.UsageRecord:
		r.usage = newUsage(l.Payload.Get("usage"), l.Payload.Get("thread_token_usage"), true)
	}
}

// add appends an entry. Its id may stay empty: the joiner gives one.
func (r *record) add(e *timeline.Entry) { r.entries = append(r.entries, e) }

// hide appends a hidden entry with the record's readable text.
func (r *record) hide(text timeline.Text) {
	r.add(&timeline.Entry{Type: timeline.System, Hidden: true, Content: text})
}

// unknown appends the entries of something that stead does not know, or of which only the vendor's model knows what it
// says.
func (r *record) unknown(kind string, value jsonl.Value) {
	for _, e := range entry.Unknown(kind, value) {
		r.add(e)
	}
}

// tools makes a hidden entry of the tools that the model is offered: each CLI offers its own.
func (r *record) tools(p jsonl.Value) {
	r.hide(timeline.Text{})
	r.entries[0].ID, r.entries[0].Origin = p.Get("id").String(), &timeline.Origin{Kind: timeline.Catalog}
}

// textOf returns a string value as a text, and anything else as the empty one.
func textOf(v jsonl.Value) timeline.Text {
	if !v.IsString() {
		return timeline.Text{}
	}
	return timeline.RawText(v)
}

// compacted reads a compaction. What was before it stays in the timeline; the model goes on from the summary.
func (r *record) compacted(payload jsonl.Value) {
	if sealed := sealedSummary(payload); sealed != nil {
		r.unknown(encryptedSummary, sealed)
		return
	}
	r.compaction = payload
	r.add(&timeline.Entry{
		Type:       timeline.System,
		Content:    textOf(payload.Get("message")),
		Compaction: &timeline.Compaction{},
	})
}

// sealedSummary returns the summary of a compaction that only the vendor's model can read, or nil when there is one for
// everybody. What it sums up stands before it, and goes on being told.
func sealedSummary(payload jsonl.Value) jsonl.Value {
	if !textOf(payload.Get("message")).IsBlank() {
		return nil
	}
	for item := range jsonl.Elements(payload.Get("replacement_history")) {
		if item.Get("encrypted_content").IsString() && !item.Get("type").Is("reasoning") {
			return item
		}
	}
	return nil
}

// inherit makes a hidden entry of a record that a sub-agent's rollout repeats from its parent.
func (r *record) inherit() {
	first := r.entries[0]
	hidden := &timeline.Entry{Type: timeline.System, Hidden: true, Content: first.Content, Timestamp: first.Timestamp,
		Native: first.Native}
	*r = record{number: r.number, ordinal: r.ordinal, bare: r.bare, entries: []*timeline.Entry{hidden}}
}
