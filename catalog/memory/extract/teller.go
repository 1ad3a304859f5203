package extract

import (
	"cmp"
	"context"
	"strconv"
	"strings"
	"time"

	"stead/catalog/memory"
	"stead/internal/adapt/jsonl"
	"stead/readers"
	"stead/timeline"
)

// teller makes the lines of one session.
type teller struct {
	*told
	identity identity
	source   memory.Provenance
	// now is when the extraction began.
	now string
	// Stead itself wrote the records behind deliveredAfter up to delivered when it made the session. They are no events of
	// it.
	deliveredAfter, delivered int
	// isRepeated says that what stead delivered was extracted from where it had it from: its texts are not looked at.
	isRepeated bool
	// isKnown says that the session itself was extracted, and this is an export of it: its texts may be new, what happened
	// is not.
	isKnown bool
	model   string
	names   toolNames
	// mark is where the last record begins that was read.
	mark  mark
	batch *batch
	// send hands a full batch on. The error is that of a context that is done.
	send func(*batch) error
}

// begin tells what is known of the session as a whole, unless the file has it.
func (t *teller) begin(a memory.About) (err error) {
	if a.SourceType == memory.FromExport && t.about.SourceType == a.SourceType {
		a.SourceFile = t.about.SourceFile // the same export may come again under another name
	}
	if t.about == a {
		return nil
	}
	b := t.batch
	b.events, err = appendEvent(b.events, memory.Event{Session: t.identity.id, LLMSource: t.identity.llm,
		Type: memory.SessionEvent, About: &a})
	b.pieces = append(b.pieces, piece{eventsEnd: len(b.events)})
	return err
}

// run makes the lines of a session's entries that are not in the files yet.
func (t *teller) run(ctx context.Context, s timeline.Stream) error {
	t.model = s.Header.Model.Model
	return s.Each(ctx, func(e *timeline.Entry) error {
		if e.Native != nil && e.Native.Offset > t.mark.at.Offset {
			t.mark.at = readers.PositionOf(e.Native)
		}
		switch t.model = cmp.Or(e.Model, t.model); {
		case !e.Hidden:
			return t.entry(e)
		case countsTokens(e):
			return t.usage(e)
		}
		return nil
	})
}

// countsTokens reports whether an entry tells tokens of the session's own. Those of another session, with which a fork
// begins, are that one's.
func countsTokens(e *timeline.Entry) bool {
	return e.Usage != nil && !e.Usage.IsZero() && (e.Native == nil || e.Native.Session == "")
}

// usage takes the tokens that a hidden record counts, as those of Codex do, without its text.
func (t *teller) usage(e *timeline.Entry) error {
	none := text{kind: memory.KindSystem}
	event := t.event(e, none)
	event.Usage = e.Usage
	if event.Model == "" {
		event.Model = t.model
	}
	return t.take(e, none, event)
}

// entry takes an entry's texts. Its tokens are counted on the last one.
func (t *teller) entry(e *timeline.Entry) error {
	all := t.names.texts(e)
	for i, one := range all {
		event := t.event(e, one)
		if i == 0 && e.StartsTurn() {
			event.Turn++
		}
		if i == len(all)-1 && countsTokens(e) {
			event.Usage = e.Usage
		}
		if err := t.take(e, one, event); err != nil {
			return err
		}
	}
	if e.Compaction != nil {
		id := strings.Clone(e.ID)
		t.source.Checkpoint = &id
	}
	return nil
}

// event returns the next event, of one text of an entry.
func (t *teller) event(e *timeline.Entry, one text) *memory.Event {
	event := &memory.Event{
		Session: t.identity.id, LLMSource: t.identity.llm, Type: memory.EntryEvent, Seq: t.seq + 1, Turn: t.turn,
		Kind: one.kind, Occurred: utc(e.Timestamp), Model: e.Model, Bytes: len(one.content),
	}
	if e.Native != nil {
		event.Line = e.Native.Line
	}
	switch one.kind {
	case memory.KindCall:
		event.CallID, event.Tool, event.OriginalTool = e.ID, string(t.names.toolOf(e)), e.OriginalTool
		event.Path = jsonl.Value(e.Input).Get("path").String()
	case memory.KindResult:
		success := e.Success
		event.CallID, event.Success, event.ExitCode = e.CallID, &success, exitCode(e)
		of := t.calls[e.CallID]
		event.Tool, event.OriginalTool = of.tool, of.original
	}
	if e.Origin != nil && e.Origin.ExitCode != nil {
		event.ExitCode = e.Origin.ExitCode
	}
	return event
}

const exited = "exit code "

// exitCode returns the code of a command that failed, which the timeline tells in its error as "exit code N"; nil where
// it tells none.
func exitCode(e *timeline.Entry) *int {
	if !e.Error.HasPrefix(exited) {
		return nil
	}
	code, err := strconv.Atoi(strings.TrimPrefix(e.Error.String(), exited))
	if err != nil {
		return nil
	}
	return &code
}

// utc returns a time as the files have it: as it stands where it is in UTC, and nothing for what is no time.
func utc(timestamp string) string {
	at, err := time.Parse(time.RFC3339, timestamp)
	if err != nil {
		return ""
	}
	if strings.HasSuffix(timestamp, "Z") {
		return timestamp
	}
	return memory.Stamp(at)
}

// message describes a text for its line.
func (t *teller) message(e *timeline.Entry, one text, event *memory.Event) memory.Message {
	hasCode, hasMarkdown := markup(one.content)
	m := memory.Message{
		Hash: event.Hash, Role: one.role, LLMSource: t.identity.llm, LLMModel: t.model, Provenance: t.source,
		Timestamps: memory.Timestamps{Occurred: event.Occurred, ExtractedAt: t.now},
		Metadata: memory.Metadata{ContentLength: len(one.content), HasCode: hasCode, HasMarkdown: hasMarkdown,
			Kind: one.kind},
	}
	if one.kind == memory.KindCall {
		m.Metadata.Tool, m.Metadata.Input = string(t.names.toolOf(e)), e.Input
	}
	return m
}

// take adds the lines of a text and its event to the batch.
func (t *teller) take(e *timeline.Entry, one text, event *memory.Event) error {
	b := t.batch
	isDelivered := t.isKnown || event.Line > t.deliveredAfter && event.Line <= t.delivered
	if isDelivered && t.isRepeated {
		return nil
	}
	sum, isText := digest(one.content)
	if isText {
		event.Hash = hexadecimal(sum)
	} else {
		event.Bytes = 0
	}
	if !isDelivered && t.pass(event) {
		return nil
	}
	if isText {
		t.source.SourceLine = event.Line
		b.messages = appendMessage(b.messages, t.message(e, one, event), one)
	}
	if !isDelivered {
		t.after(event)
		var err error
		if b.events, err = appendEvent(b.events, *event); err != nil {
			return err
		}
	}
	b.pieces = append(b.pieces, piece{key: seenKey(sum[:]), hasMessage: isText, messagesEnd: len(b.messages),
		eventsEnd: len(b.events)})
	if !b.isFull() {
		return nil
	}
	t.batch = newBatch(t.identity)
	return t.send(b)
}
