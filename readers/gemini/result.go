package gemini

import (
	format "stead/adapters/gemini"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// readResponse reads a response. The API also accepts members other than output and error. They follow the output, or
// are the output if there is none.
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

// append adds a text to the output that the model gets.
func (r *result) append(text timeline.Text) {
	r.output = timeline.Join([]timeline.Text{r.output, text}, "\n")
}

// readResultPart reads a part of a response.
func (m *message) readResultPart(r *result, part jsonl.Value) {
	if text, _ := wordsOf(part); !text.IsEmpty() {
		r.append(text)
	} else if a, ok := attachmentOf(part); ok {
		r.attachments = append(r.attachments, a)
	} else {
		m.notePart(part)
	}
}

// injection is the member in which the CLI keeps a sound or video that a tool read until it sends it (0.61.0).
const injection = "__binary_injection__"

// readFurther returns the members of a response that have no special meaning, as an object. If the response has no
// other members, it is the response itself. If there are none, readFurther returns nil. It also extracts the files in
// the injection member.
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

// unframe removes the frame from a command's output. For the CLI, a failed command is not a failed call.
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

// anyText returns a string value as a text, and any other value as its JSON.
func anyText(v jsonl.Value) timeline.Text {
	if len(v) == 0 || v.IsString() {
		return textOf(v)
	}
	return timeline.NewText(string(v))
}

// resultOf returns the result of a call in the list of tool calls. After a snapshot, the value holds all results of the
// turn, and the other content next to them. The call's own result is the one with its id.
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

// own finds a call's result in a list of results. The CLI sends everything that it finds there. Therefore a result
// whose id belongs to no other call counts as the call's, and so does the content of a list without any result.
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
