package opencode

import (
	format "stead/internal/format/opencode"
	"stead/internal/jsonl"
	"stead/timeline"
)

// prompt tells the parts of a message in the user's name. What the user wrote is visible; pictures belong to the first text. So is
// the content of a text file that the user attached: OpenCode sends it as a text of its own, and not as a file.
func (t *teller) prompt(m format.Message) []*timeline.Entry {
	at := created(m.Row)
	var all, written []*timeline.Entry
	var files []timeline.Attachment
	for i, part := range m.Parts {
		data := dataOf(part)
		text := format.TextOf(data.Get("text"))
		switch data.Get("type").String() {
		case "text":
			isOwn := !data.Get("synthetic").Bool() && !data.Get("ignored").Bool()
			if !isOwn && !isContent(m.Parts[i:]) {
				all = append(all, t.hidden(part, text, at))
				continue
			}
			e := t.add(&timeline.Entry{Type: timeline.User, Content: text, Timestamp: at}, part)
			if all = append(all, e); isOwn {
				written = append(written, e)
			}
		case "file":
			if file, ok := format.ParseFile(data); ok {
				file.Leading = len(written) == 0
				files = append(files, file)
			}
			all = append(all, t.hidden(part, timeline.Text{}, at))
		case "compaction":
			t.order(m.Row.ID, data)
			all = append(all, t.hidden(part, timeline.Text{}, at))
		default:
			all = append(all, t.hidden(part, format.TextOf(data.Get("prompt")), at))
		}
	}
	if len(files) > 0 && len(written) == 0 {
		e := &timeline.Entry{ID: t.identify(m.Row.ID + "/files"), Type: timeline.User, Timestamp: at, Branch: all[len(all)-1].Branch}
		e.Native = &timeline.Record{CLI: format.Name, Line: t.line}
		all, written = append(all, e), append(written, e)
	}
	if len(written) > 0 {
		written[0].Attachments = files
	}
	return all
}

// order remembers an order to compact.
func (t *teller) order(message string, part jsonl.Value) {
	c := compaction{trigger: "manual", tail: part.Get("tail_start_id").String()}
	if part.Get("auto").Bool() {
		c.trigger = "auto"
	}
	t.compactions[message] = c
}

// isContent reports whether the first of a message's parts is the content of the text file that follows it.
func isContent(parts []format.Row) bool {
	if len(parts) < 2 {
		return false
	}
	file := dataOf(parts[1])
	_, isHeld := format.ParseFile(file)
	return file.Get("type").Is("file") && !isHeld && !format.TextOf(dataOf(parts[0]).Get("text")).IsEmpty()
}

// dataOf returns a part itself, fit to be looked into.
func dataOf(part format.Row) jsonl.Value { return jsonl.Value(clean(part.Raw)).Get("data") }
