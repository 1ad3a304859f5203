package opencode

import (
	format "stead/internal/format/opencode"
	"stead/internal/jsonl"
	"stead/timeline"
)

// prompt tells the parts of a message in the user's name. What the user wrote is visible; files belong to the first text.
func (t *teller) prompt(m format.Message) []*timeline.Entry {
	at := created(m.Row)
	var all, written []*timeline.Entry
	var files files
	for _, part := range m.Parts {
		data := jsonl.Value(clean(part.Raw)).Get("data")
		text := format.TextOf(data.Get("text"))
		switch data.Get("type").String() {
		case "text":
			if data.Get("synthetic").Bool() || data.Get("ignored").Bool() {
				files.read(text)
				all = append(all, t.hidden(part, text, at))
				continue
			}
			e := t.add(&timeline.Entry{Type: timeline.User, Content: text, Timestamp: at}, part)
			all, written = append(all, e), append(written, e)
		case "file":
			files.add(data, len(written) == 0)
			all = append(all, t.hidden(part, timeline.Text{}, at))
		case "compaction":
			t.order(m.Row.ID, data)
			all = append(all, t.hidden(part, timeline.Text{}, at))
		default:
			all = append(all, t.hidden(part, format.TextOf(data.Get("prompt")), at))
		}
	}
	if len(files.attachments) > 0 && len(written) == 0 {
		e := &timeline.Entry{ID: t.identify(m.Row.ID + "/files"), Type: timeline.User, Timestamp: at, Branch: all[len(all)-1].Branch}
		e.Native = &timeline.Record{CLI: format.Name, Line: t.line}
		all, written = append(all, e), append(written, e)
	}
	if len(written) > 0 {
		written[0].Attachments = files.attachments
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

// files gathers what was attached to a prompt.
type files struct {
	attachments []timeline.Attachment
	// content is the newest output of a pretended read: that of the text file that follows.
	content timeline.Text
}

func (f *files) read(synthetic timeline.Text) {
	if !synthetic.HasPrefix("Called the ") {
		f.content = synthetic
	}
}

func (f *files) add(part jsonl.Value, leading bool) {
	a, ok := format.ParseFile(part)
	if !ok && !f.content.IsEmpty() {
		a, ok = format.TextFile(part, f.content), true
	}
	f.content = timeline.Text{}
	if ok {
		a.Leading = leading
		f.attachments = append(f.attachments, a)
	}
}
