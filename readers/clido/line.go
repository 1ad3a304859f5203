package clido

import (
	"encoding/json"
	"time"

	format "stead/adapters/clido"
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/readers"
	"stead/timeline"
)

// line is a parsed line: its entries, and the state of the turn after it.
type line struct {
	number  int
	entries []*timeline.Entry
	turn    readers.Turn
	// isCompaction marks the line before a summary.
	isCompaction bool
}

// parse converts a line to entries. It never fails: a line that it cannot read becomes a hidden entry that holds the
// line.
func parse(l jsonl.Line) line {
	clean, changed, ok := jsonl.Clean(l.Bytes)
	p := line{number: l.Number}
	if ok {
		p.read(jsonl.Value(clean))
	} else {
		p.entries = append(p.entries, entry.Unreadable(clean))
	}
	if len(p.entries) == 0 {
		p.hide(timeline.Text{})
	}
	entry.Keep(p.entries, format.Name, l, changed || !ok)
	return p
}

func (p *line) read(value jsonl.Value) {
	switch value.Get("type").String() {
	case format.Meta:
		p.meta(value)
	case format.UserMessage:
		p.user(value)
		p.turn = readers.TurnStarted
	case format.AssistantMessage:
		p.assistant(value)
	case format.ToolResult:
		p.result(value)
	case format.System:
		p.isCompaction = value.Get("subtype").Is(format.Compaction)
		p.hide(textOf(value.Get("message")))
	case format.Title:
		p.hide(textOf(value.Get("title")))
	case format.Result:
		p.turn = turnOf(value.Get("exit_status").String())
		p.hide(timeline.Text{})
		if cost := value.Get("total_cost_usd").Float(); cost > 0 {
			p.entries[0].Usage = &timeline.Usage{Cost: cost}
		}
	case format.ToolCall: // the response before it contains the call
	default:
		p.unknown("record", value.Get("type"), value)
	}
}

// unknown adds entries for a value of a kind that the source of v1.0.15 does not have.
func (p *line) unknown(what string, kind, value jsonl.Value) {
	p.entries = append(p.entries, entry.Unknown(entry.KindName(what, kind), value)...)
}

// turnOf returns the state of the turn at the end of a run. The page and the source use different words for it.
func turnOf(status string) readers.Turn {
	switch status {
	case "completed", "success":
		return readers.TurnCompleted
	case "interrupted":
		return readers.TurnInterrupted
	}
	return readers.TurnFailed
}

func (p *line) add(e *timeline.Entry) { p.entries = append(p.entries, e) }

func (p *line) hide(text timeline.Text) {
	p.add(&timeline.Entry{Type: timeline.System, Hidden: true, Content: text})
}

// meta keeps the session's start time, the only time in a file.
func (p *line) meta(value jsonl.Value) {
	p.hide(timeline.Text{})
	if begun, ok := startTime(value); ok {
		p.entries[0].Timestamp = begun.UTC().Format(time.RFC3339Nano)
	}
}

// user reads a prompt. Pictures belong to its first text. According to the page, a prompt may also contain results.
func (p *line) user(value jsonl.Value) {
	var pictures []timeline.Attachment
	var prompts []*timeline.Entry
	for block := range jsonl.Elements(value.Get("content")) {
		switch block.Get("type").String() {
		case format.TextBlock:
			prompts = append(prompts, &timeline.Entry{Type: timeline.User, Content: textOf(block.Get("text"))})
		case format.ImageBlock:
			a := picture(block)
			a.Leading = len(prompts) == 0
			pictures = append(pictures, a)
		case format.ResultBlock:
			p.result(block)
		case format.ThinkingBlock, format.UseBlock:
		default:
			p.unknown("block of the type", block.Get("type"), block)
		}
	}
	if len(prompts) == 0 && len(pictures) > 0 {
		prompts = append(prompts, &timeline.Entry{Type: timeline.User})
	}
	for i, e := range prompts {
		e.ReadTold()
		if i == 0 {
			e.Attachments = pictures
		}
		p.add(e)
	}
}

func picture(block jsonl.Value) timeline.Attachment {
	data := textOf(block.Get("base64_data"))
	return timeline.Attachment{MediaType: block.Get("media_type").String(), Data: data, Bytes: int64(data.Len() / 4 * 3)}
}

// assistant reads a response: texts and calls in order. Thinking belongs to the text that follows it.
func (p *line) assistant(value jsonl.Value) {
	var thinking []timeline.Text
	flush := func() timeline.Text {
		all := timeline.Join(thinking, "\n\n")
		thinking = nil
		return all
	}
	for block := range jsonl.Elements(value.Get("content")) {
		switch block.Get("type").String() {
		case format.ThinkingBlock:
			thinking = append(thinking, textOf(block.Get("thinking")))
		case format.TextBlock:
			p.add(&timeline.Entry{Type: timeline.Assistant, Content: textOf(block.Get("text")), Thinking: flush()})
		case format.UseBlock:
			if thought := flush(); !thought.IsEmpty() {
				p.add(&timeline.Entry{Type: timeline.Assistant, Thinking: thought})
			}
			p.call(block)
		case format.ImageBlock, format.ResultBlock:
		default:
			p.unknown("block of the type", block.Get("type"), block)
		}
	}
	if thought := flush(); !thought.IsEmpty() {
		p.add(&timeline.Entry{Type: timeline.Assistant, Thinking: thought})
	}
}

func (p *line) call(block jsonl.Value) {
	input := block.Get("input")
	if !input.IsObject() {
		input = jsonl.Value("{}")
	}
	e := &timeline.Entry{ID: block.Get("id").String(), Type: timeline.ToolCall, OriginalTool: block.Get("name").String()}
	e.Tool, e.Input = format.Tools().ToUniversal(e.OriginalTool, input)
	p.add(e)
}

// result reads a result. The output of a failed call holds the reason.
func (p *line) result(value jsonl.Value) {
	p.add(&timeline.Entry{
		Type: timeline.ToolResult, CallID: value.Get("tool_use_id").String(), Success: !value.Get("is_error").Bool(),
		Output: textOf(value.Get("content")), Extra: fileOf(value),
	})
}

// fileOf keeps the members of a result that describe the call's file.
func fileOf(result jsonl.Value) timeline.Extra {
	var extra timeline.Extra
	for _, member := range format.FileMembers {
		if value := result.Get(member); !value.IsNull() {
			if extra == nil {
				extra = timeline.Extra{}
			}
			extra[member] = json.RawMessage(value)
		}
	}
	return extra
}

// textOf returns a string value as a text, and the empty text for any other value.
func textOf(v jsonl.Value) timeline.Text {
	if !v.IsString() {
		return timeline.Text{}
	}
	return timeline.RawText(v)
}
