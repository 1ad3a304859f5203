package database

import (
	"encoding/json"

	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// messageLine is a line of unified_messages.jsonl, decoded as far as the rows need.
type messageLine struct {
	// end is the position behind the line.
	end  int64
	bad  bool
	hash string
	row  []any
	said *said
}

// messageMembers are the members of a message's line, in the form of [jsonl.Table].
type messageMembers struct {
	Hash       jsonl.Value `member:"hash"`
	Content    jsonl.Value `member:"content"`
	Role       jsonl.Value `member:"role"`
	Source     jsonl.Value `member:"llm_source"`
	Model      jsonl.Value `member:"llm_model"`
	Provenance jsonl.Value `member:"provenance"`
	Timestamps jsonl.Value `member:"timestamps"`
	Metadata   jsonl.Value `member:"metadata"`
}

type provenanceMembers struct {
	Type       jsonl.Value `member:"source_type"`
	File       jsonl.Value `member:"source_file"`
	Line       jsonl.Value `member:"source_line"`
	Session    jsonl.Value `member:"session_id"`
	Checkpoint jsonl.Value `member:"checkpoint"`
	Occurred   jsonl.Value `member:"occurred"`
	Extracted  jsonl.Value `member:"extracted_at"`
}

type metadataMembers struct {
	Kind  jsonl.Value `member:"kind"`
	Tool  jsonl.Value `member:"tool"`
	Input jsonl.Value `member:"input"`
}

var (
	messageTable    jsonl.Table[messageMembers]
	provenanceTable jsonl.Table[provenanceMembers]
	metadataTable   jsonl.Table[metadataMembers]
)

// parseMessage decodes a line. One that is no message is bad.
func (d *Database) parseMessage(line jsonl.Line) messageLine {
	m := messageLine{end: line.Offset + int64(len(line.Bytes)) + 1}
	clean, _, ok := jsonl.Clean(line.Bytes)
	members := messageTable.Peek(clean)
	m.hash = members.Hash.String()
	if m.bad = !ok || m.hash == ""; m.bad {
		return m
	}
	from, times, metadata := provenanceTable.Peek(members.Provenance), provenanceTable.Peek(
		members.Timestamps), metadataTable.Peek(members.Metadata)
	content := members.Content.String()
	session, source, file, number := from.Session.String(), members.Source.String(), from.File.String(), from.Line.Int()
	var checkpoint any
	if from.Checkpoint.IsString() {
		checkpoint = from.Checkpoint.String()
	}
	described := "{}"
	if members.Metadata.IsObject() {
		described = string(members.Metadata)
	}
	m.row = []any{
		d.options.Tenant, d.options.Team, d.options.Project, m.hash, members.Role.String(), source, members.Model.String(),
		from.Type.String(),
		file, number, session, checkpoint, times.Occurred.String(), times.Extracted.String(), described, content,
	}
	if f := factsOf(metadata.Kind.String(), content, metadata); f != nil {
		m.said = &said{facts: f, source: source, session: session, file: file, line: number}
	}
	return m
}

// eventLine is a line of unified_events.jsonl.
type eventLine struct {
	end int64
	bad bool
	eventMembers
	usage *timeline.Usage
}

// eventMembers are the members of an event's line.
type eventMembers struct {
	Session  jsonl.Value `member:"session_id"`
	Source   jsonl.Value `member:"llm_source"`
	Type     jsonl.Value `member:"event"`
	Seq      jsonl.Value `member:"seq"`
	Turn     jsonl.Value `member:"turn"`
	About    jsonl.Value `member:"about"`
	Hash     jsonl.Value `member:"hash"`
	Kind     jsonl.Value `member:"kind"`
	Line     jsonl.Value `member:"line"`
	Occurred jsonl.Value `member:"occurred"`
	Model    jsonl.Value `member:"model"`
	CallID   jsonl.Value `member:"call_id"`
	Tool     jsonl.Value `member:"tool"`
	Original jsonl.Value `member:"original_tool"`
	Path     jsonl.Value `member:"path"`
	Success  jsonl.Value `member:"success"`
	ExitCode jsonl.Value `member:"exit_code"`
	Bytes    jsonl.Value `member:"bytes"`
	Usage    jsonl.Value `member:"usage"`
}

var eventTable jsonl.Table[eventMembers]

// parseEvent takes a line apart. One that is no event is bad.
func parseEvent(line jsonl.Line) eventLine {
	e := eventLine{end: line.Offset + int64(len(line.Bytes)) + 1}
	clean, _, ok := jsonl.Clean(line.Bytes)
	e.eventMembers = eventTable.Peek(clean)
	if e.bad = !ok || !e.Source.IsString() || !e.Session.IsString() || !e.Type.IsString(); e.bad {
		return e
	}
	if e.Usage.IsObject() {
		e.usage = new(timeline.Usage)
		e.bad = json.Unmarshal(e.Usage, e.usage) != nil
	}
	return e
}

// optional returns a boolean or number as a column takes it, nil where the source says nothing.
func optional(v jsonl.Value) any {
	switch {
	case v.IsNull():
		return nil
	case string(v) == "true":
		return true
	case string(v) == "false":
		return false
	}
	return v.Int()
}
