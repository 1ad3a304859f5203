package opencode

import (
	"strconv"

	format "stead/internal/format/opencode"
	"stead/internal/jsonl"
	"stead/timeline"
)

// restorer takes native rows as they are.
type restorer struct {
	// message is being put together from its row and those of its parts; its row is the zero value for none.
	message format.Message
	lines   map[int]bool
	session string
	// only tells that nothing was converted.
	only bool
	// renamed are the new ids of messages and sessions.
	renamed map[string]string
}

// restores reports whether the entry belongs to a native row that the session takes as it is. A session of which parts were left out is
// converted as a whole.
func (n *encoder) restores(e *timeline.Entry) bool {
	r := e.Native
	if r == nil || r.CLI != format.Name || n.plan.Stream.Cut {
		return false
	}
	if e.Branch != "" && !n.verbatim {
		return false // OpenCode itself deletes at the next prompt what was taken back, and with it all that follows
	}
	if r.Raw == nil {
		return r.Session == n.restorer.session && n.restorer.lines[r.Line]
	}
	row, ok := rowOf(r)
	switch {
	case !ok:
		return false
	case row.Table == format.PartTable:
		return row.Get("message_id").Is(n.restorer.message.Row.ID) && n.restorer.message.Row.ID != ""
	case row.Table == format.SessionTable:
		return !n.started
	}
	return true
}

func rowOf(r *timeline.Record) (format.Row, bool) {
	whole, ok := jsonl.Whole(r.Raw)
	if !ok {
		return format.Row{}, false
	}
	return format.ParseRow(whole)
}

// restore takes over the row of an entry.
func (n *encoder) restore(e *timeline.Entry) error {
	if e.Native.Raw == nil {
		return nil // the row is written with its first entry
	}
	row, _ := rowOf(e.Native)
	switch row.Table {
	case format.SessionTable:
		return n.restoreSession(row)
	case format.PartTable:
		n.restorer.message.Parts = append(n.restorer.message.Parts, row)
	default:
		if err := n.flushRestored(); err != nil {
			return err
		}
		if err := n.close(); err != nil {
			return err
		}
		if err := n.start(); err != nil {
			return err
		}
		n.restorer.message = format.Message{Row: row}
		n.restorer.session, n.restorer.lines = e.Native.Session, map[int]bool{}
	}
	n.restorer.lines[e.Native.Line] = true
	return nil
}

// restoreSession writes the row of the session: as it was, or under its new id, in its new folder.
func (n *encoder) restoreSession(row format.Row) error {
	n.restorer.only, n.restorer.lines = true, map[int]bool{}
	n.restorer.renamed[row.ID] = n.plan.ID
	if n.verbatim {
		n.project = format.RecordedProject(row)
		return n.writeSession(row)
	}
	dir := row.Get("directory").String() != n.plan.Dir
	changed := row.Change(func(column string, value jsonl.Value) []byte {
		switch column {
		case "id":
			return format.Quote(n.plan.ID)
		case "project_id":
			return format.Quote(n.project.ID)
		case "directory":
			return format.Quote(n.plan.Dir)
		case "path":
			if dir {
				return format.Quote(n.project.Relative(n.plan.Dir))
			}
		case "parent_id", "workspace_id", "share_url", "revert", "time_compacting", "time_archived":
			return nil
		case "time_updated":
			return strconv.AppendInt(nil, n.plan.Now.UnixMilli(), 10)
		case "todo":
			return n.renameTodo(value)
		}
		return value
	})
	if n.parent != "" {
		o := timeline.NewObject(nil)
		o.String("parent_id", n.parent)
		changed.Raw = append(append(changed.Raw[:len(changed.Raw)-1], ','), o.End()[1:]...)
	}
	return n.writeSession(changed)
}

func (n *encoder) renameTodo(list jsonl.Value) []byte {
	renamed := []byte{'['}
	for todo := range jsonl.Elements(list) {
		if len(renamed) > 1 {
			renamed = append(renamed, ',')
		}
		renamed = append(renamed, format.Replace(todo, format.Quote(n.plan.ID), "session_id")...)
	}
	return append(renamed, ']')
}

// flushRestored writes the message that was put together.
func (n *encoder) flushRestored() error {
	m := n.restorer.message
	if m.Row.ID == "" {
		return nil
	}
	n.restorer.message = format.Message{}
	isPrompt := !m.Row.Data().Get("role").Is("assistant")
	if !n.verbatim {
		m = n.renamed(m)
	} else {
		n.clock.last = m.Row.Get("time_created").Int()
	}
	if isPrompt {
		n.prompt, n.resumes = m.Row.ID, false
	}
	return n.write(m)
}

// renamed returns a message under new ids.
func (n *encoder) renamed(m format.Message) format.Message {
	id := n.ids.Next(format.MessagePrefix)
	n.restorer.renamed[m.Row.ID] = id
	created := n.clock.next(m.Row.Get("time_created").Int())
	renamed := format.Message{Row: m.Row.Change(func(column string, value jsonl.Value) []byte {
		switch column {
		case "id":
			return format.Quote(id)
		case "session_id":
			return format.Quote(n.plan.ID)
		case "time_created":
			return strconv.AppendInt(nil, created, 10)
		case "data":
			value = n.relinked(value, "parentID")
			if value.Get("time", "created").Int() != created {
				return format.Replace(value, strconv.AppendInt(nil, created, 10), "time", "created")
			}
		}
		return value
	})}
	for _, part := range m.Parts {
		renamed.Parts = append(renamed.Parts, part.Change(func(column string, value jsonl.Value) []byte {
			switch column {
			case "id":
				return format.Quote(n.ids.Next(format.PartPrefix))
			case "session_id":
				return format.Quote(n.plan.ID)
			case "message_id":
				return format.Quote(id)
			case "data":
				return n.relinkedPart(value)
			}
			return value
		}))
	}
	return renamed
}

// relinkedPart returns a part whose links lead to the new session.
func (n *encoder) relinkedPart(data jsonl.Value) jsonl.Value {
	switch {
	case data.Get("type").Is("compaction"):
		return n.relinked(data, "tail_start_id")
	case data.Get("tool").Is(format.Task):
		data = n.relinked(data, "state", "metadata", "parentSessionId")
		return n.relinked(data, "state", "metadata", "sessionId")
	}
	return data
}

// relinked returns an object with the id under a path of members replaced, where that was given a new one.
func (n *encoder) relinked(object jsonl.Value, path ...string) jsonl.Value {
	id, ok := n.restorer.renamed[object.Get(path...).String()]
	if !ok {
		return object
	}
	return format.Replace(object, format.Quote(id), path...)
}
