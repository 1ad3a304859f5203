package opencode

import (
	"strconv"

	format "stead/adapters/opencode"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// restorer restores native rows.
type restorer struct {
	session      *session
	out          *output
	drafts       *drafts
	conversation *conversation
	verbatim     bool // rows keep their ids, because the session keeps its own
	// message is assembled from its row and the rows of its parts. Its row is the zero value if there is no message.
	message format.Message
	lines   map[int]bool
	source  string // the session that the message comes from
	// only reports that nothing was converted.
	only bool
	// renamed maps the ids of messages and sessions to new ones.
	renamed map[string]string
}

// takes reports whether the entry belongs to a native row that the session restores unchanged. A session with omitted
// parts is converted as a whole.
func (r *restorer) takes(e *timeline.Entry) bool {
	native := e.Native
	if native == nil || native.CLI != format.Name || r.session.plan.Stream.Cut {
		return false
	}
	if e.Branch != "" && !r.verbatim {
		return false // at the next prompt, OpenCode itself deletes undone rows and all that follow them
	}
	if native.Raw == nil {
		return native.Session == r.source && r.lines[native.Line]
	}
	row, ok := rowOf(native)
	switch {
	case !ok:
		return false
	case row.Table == format.PartTable:
		return row.Get("message_id").Is(r.message.Row.ID) && r.message.Row.ID != ""
	case row.Table == format.SessionTable:
		return !r.out.started
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

// write restores the row of an entry.
func (r *restorer) write(e *timeline.Entry) error {
	if e.Native.Raw == nil {
		return nil // the row is written with its first entry
	}
	row, _ := rowOf(e.Native)
	switch row.Table {
	case format.SessionTable:
		return r.restoreSession(row)
	case format.PartTable:
		r.message.Parts = append(r.message.Parts, row)
	default:
		if err := r.flush(); err != nil {
			return err
		}
		if err := r.conversation.close(); err != nil {
			return err
		}
		if err := r.session.start(r.out, r.drafts.clock); err != nil {
			return err
		}
		r.message = format.Message{Row: row}
		r.source, r.lines = e.Native.Session, map[int]bool{}
	}
	r.lines[e.Native.Line] = true
	return nil
}

// restoreSession writes the row of the session: unchanged, or with its new id and folder.
func (r *restorer) restoreSession(row format.Row) error {
	r.only, r.lines = true, map[int]bool{}
	r.renamed[row.ID] = r.session.plan.ID
	if r.verbatim {
		r.session.project = format.RecordedProject(row)
		return r.out.session(row, r.session.project)
	}
	dir := row.Get("directory").String() != r.session.plan.Dir
	changed := row.Change(func(column string, value jsonl.Value) []byte {
		switch column {
		case "id":
			return format.Quote(r.session.plan.ID)
		case "project_id":
			return format.Quote(r.session.project.ID)
		case "directory":
			return format.Quote(r.session.plan.Dir)
		case "path":
			if dir {
				return format.Quote(r.session.project.Relative(r.session.plan.Dir))
			}
		case "parent_id", "workspace_id", "share_url", "revert", "time_compacting", "time_archived":
			return nil
		case "time_updated":
			return strconv.AppendInt(nil, r.session.plan.Now.UnixMilli(), 10)
		case "todo":
			return r.renameTodo(value)
		}
		return value
	})
	if r.session.parent != "" {
		o := timeline.NewObject(nil)
		o.String("parent_id", r.session.parent)
		changed.Raw = append(append(changed.Raw[:len(changed.Raw)-1], ','), o.End()[1:]...)
	}
	return r.out.session(changed, r.session.project)
}

func (r *restorer) renameTodo(list jsonl.Value) []byte {
	renamed := []byte{'['}
	for todo := range jsonl.Elements(list) {
		if len(renamed) > 1 {
			renamed = append(renamed, ',')
		}
		renamed = append(renamed, format.Replace(todo, format.Quote(r.session.plan.ID), "session_id")...)
	}
	return append(renamed, ']')
}

// flush writes the assembled message.
func (r *restorer) flush() error {
	m := r.message
	if m.Row.ID == "" {
		return nil
	}
	r.message = format.Message{}
	isPrompt := !m.Row.Data().Get("role").Is("assistant")
	if !r.verbatim {
		m = r.again(m)
	} else {
		r.drafts.clock.last = m.Row.Get("time_created").Int()
	}
	if isPrompt {
		r.drafts.newest, r.drafts.resumes = m.Row.ID, false
	}
	return r.out.message(m)
}

// again returns a message with new ids.
func (r *restorer) again(m format.Message) format.Message {
	id := r.drafts.ids.Next(format.MessagePrefix)
	r.renamed[m.Row.ID] = id
	created := r.drafts.clock.next(m.Row.Get("time_created").Int())
	renamed := format.Message{Row: m.Row.Change(func(column string, value jsonl.Value) []byte {
		switch column {
		case "id":
			return format.Quote(id)
		case "session_id":
			return format.Quote(r.session.plan.ID)
		case "time_created":
			return strconv.AppendInt(nil, created, 10)
		case "data":
			value = r.relinked(value, "parentID")
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
				return format.Quote(r.drafts.ids.Next(format.PartPrefix))
			case "session_id":
				return format.Quote(r.session.plan.ID)
			case "message_id":
				return format.Quote(id)
			case "data":
				return r.relinkedPart(value)
			}
			return value
		}))
	}
	return renamed
}

// relinkedPart returns a part with links to the new session.
func (r *restorer) relinkedPart(data jsonl.Value) jsonl.Value {
	switch {
	case data.Get("type").Is("compaction"):
		return r.relinked(data, "tail_start_id")
	case data.Get("tool").Is(format.Task):
		data = r.relinked(data, "state", "metadata", "parentSessionId")
		return r.relinked(data, "state", "metadata", "sessionId")
	}
	return data
}

// relinked returns an object with the id at a path of members replaced, if that id was renamed.
func (r *restorer) relinked(object jsonl.Value, path ...string) jsonl.Value {
	id, ok := r.renamed[object.Get(path...).String()]
	if !ok {
		return object
	}
	return format.Replace(object, format.Quote(id), path...)
}
