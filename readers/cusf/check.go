package cusf

import (
	"bytes"
	"time"
	"unicode/utf8"

	format "stead/adapters/cusf"
	"stead/internal/adapt/jsonl"
)

// checked holds the facts in one line that the rules across lines need. It holds no bodies.
type checked struct {
	number int
	// unreadable says why the line is not valid JSON. It is empty for a valid line.
	unreadable string
	kind       string
	faults     []format.Fault
	// id is the message_id, tool_id or session_id. parent is the id of the message that the entry refers to.
	id, parent string
	at         time.Time
	timed      bool
	shares     [shareKinds]share
	// misplaced lists members that only the model's messages should have, but another message has.
	misplaced []string
}

// checkAll checks the lines of a chunk. It skips blank lines, which the standard does not forbid.
func checkAll(lines []jsonl.Line) checkedChunk {
	var chunk checkedChunk
	for _, line := range lines {
		if len(bytes.TrimSpace(line.Bytes)) == 0 {
			continue
		}
		c, err := check(line)
		if err != nil {
			return checkedChunk{err: err}
		}
		chunk.lines = append(chunk.lines, c)
	}
	return chunk
}

type checkedChunk struct {
	lines []checked
	err   error
}

func check(line jsonl.Line) (checked, error) {
	c := checked{number: line.Number}
	clean, _, ok := jsonl.Clean(line.Bytes)
	switch {
	case !ok:
		c.unreadable = "it is not JSON: cut off, or not JSON at all"
		return c, nil
	case !utf8.Valid(line.Bytes):
		c.unreadable = "it is not UTF-8"
		return c, nil
	}
	value := format.Skeleton(clean)
	c.kind = format.KindOf(value)
	var err error
	if c.faults, err = format.CheckSchema(c.kind, value); err != nil {
		return c, err
	}
	c.read(value)
	return c, nil
}

// idMembers and timeMembers name the member with the id and the time for each kind of entry.
var (
	idMembers = map[string]string{
		format.SessionStart: "session_id", format.SessionEnd: "session_id", format.Message: "message_id",
		format.ToolUse: "tool_id", format.ToolResult: "tool_id",
	}
	timeMembers = map[string]string{
		format.SessionStart: "started_at", format.SessionEnd: "ended_at", format.Message: "timestamp",
		format.ToolUse: "timestamp", format.ToolResult: "timestamp",
	}
)

func (c *checked) read(value jsonl.Value) {
	c.id = value.Get(idMembers[c.kind]).String()
	c.at, c.timed = format.ParseTime(value.Get(timeMembers[c.kind]).String())
	c.parent = value.Get("parent_id").String()
	c.countShares(value)
	if c.kind != format.Message || value.Get("role").Is("assistant") {
		return
	}
	for _, member := range []string{"model", "usage", "thinking", "stop_reason"} {
		if !value.Get(member).IsNull() {
			c.misplaced = append(c.misplaced, member)
		}
	}
}
