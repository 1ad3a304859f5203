package gemini

import (
	format "stead/adapters/gemini"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// readResponse reads a response. What is neither called output nor error the API takes, too: it stands behind the
// output, or is the output.
func (m *message) readResponse(response jsonl.Value) {
	r := result{call: response.Get("id").String(), name: response.Get("name").String()}
	body := response.Get("response")
	output, failure := body.Get("output"), body.Get("error")
	further := r.readFurther(body)
	if output == nil && failure == nil {
		output, further = further, nil
	}
	r.output, r.err, r.failed = anyText(output), anyText(failure), failure != nil
	if r.name == format.Shell {
		r.unframe()
	}
	r.append(anyText(further))
	for part := range jsonl.Elements(response.Get("parts")) {
		m.readResultPart(&r, part)
	}
	m.results = append(m.results, r)
}

// append adds what the model gets of a result behind its output.
func (r *result) append(text timeline.Text) {
	r.output = timeline.Join([]timeline.Text{r.output, text}, "\n")
}

// readResultPart reads a part in a response.
func (m *message) readResultPart(r *result, part jsonl.Value) {
	if text, _ := wordsOf(part); !text.IsEmpty() {
		r.append(text)
	} else if a, ok := attachmentOf(part); ok {
		r.attachments = append(r.attachments, a)
	} else {
		m.notePart(part)
	}
}

// injection is where the CLI keeps a sound or film that a tool has read until it is sent (0.61.0).
const injection = "__binary_injection__"

// readFurther returns the members of a response that have no meaning of their own, as an object: the response itself
// where it has no others. Nil when there are none. It takes the files that are kept there.
func (r *result) readFurther(body jsonl.Value) jsonl.Value {
	isAll, isAny := true, false
	for key, value := range jsonl.Members(body) {
		switch string(key) {
		case injection:
			r.takeFiles(value)
			isAll = false
		case "output", "error":
			isAll = false
		default:
			isAny = true
		}
	}
	switch {
	case isAll:
		return body
	case isAny:
		return further(body)
	}
	return nil
}

func (r *result) takeFiles(parts jsonl.Value) {
	for part := range jsonl.Elements(parts) {
		if a, ok := attachmentOf(part); ok {
			r.attachments = append(r.attachments, a)
		}
	}
}

func further(body jsonl.Value) jsonl.Value {
	o := timeline.NewObject(nil)
	for key, value := range jsonl.Members(body) {
		switch name := string(key); name {
		case injection, "output", "error":
		default:
			o.Raw(name, value)
		}
	}
	return o.End()
}

// unframe takes the frame off a command's output. A command that failed is no failed call for the CLI.
func (r *result) unframe() {
	output, code, ok := format.ParseOutput(r.output)
	if !ok {
		return
	}
	r.output = output
	if code != 0 {
		r.failed, r.err = true, timeline.NewText(format.ExitError(code))
	}
}

// anyText returns a string as a text, and anything else as its JSON.
func anyText(v jsonl.Value) timeline.Text {
	if len(v) == 0 || v.IsString() {
		return textOf(v)
	}
	return timeline.NewText(string(v))
}

// resultOf reads what a call of the list of tool calls has as its result. After a snapshot that is all results of the
// turn, with what was said beside them: its own is the one with its id.
func (m *message) resultOf(c call, value jsonl.Value, isOthers func(id string) bool) (result, bool) {
	if value.IsString() {
		r := result{call: c.id, name: c.name, output: textOf(value)}
		if c.name == format.Shell {
			r.unframe()
		}
		return r, true
	}
	list := message{role: format.User}
	p := sayings{message: &list}
	for part := range elements(value) {
		p.read(part)
	}
	p.finish()
	m.unknown = append(m.unknown, list.unknown...)
	r, ok := list.own(c, isOthers)
	if ok {
		r.call, r.beside = c.id, list.says
	}
	return r, ok
}

// own finds a call's result in a list of results. The CLI sends all that it finds there: one whose id is no other
// call's is taken for the call's, and a list without any result for what it says.
func (m *message) own(c call, isOthers func(id string) bool) (result, bool) {
	for _, r := range m.results {
		if r.call == c.id || r.call == "" {
			return r, true
		}
	}
	for _, r := range m.results {
		if !isOthers(r.call) {
			return r, true
		}
	}
	return result{name: c.name}, len(m.results) == 0 && len(m.says) > 0
}
