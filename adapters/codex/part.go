package codex

import (
	"bytes"
	"html"
	"slices"
	"strings"

	"stead/timeline"
)

// What Codex puts around the texts of each kind (0.169.0).
const (
	shellBegin  = "<user_shell_command>\n<command>\n"
	shellResult = "\n</command>\n<result>\n"
	shellOutput = "Output:\n"
	shellEnd    = "\n</result>\n</user_shell_command>"
	skillBegin  = "<skill>\n"
	skillEnd    = "\n</skill>"
	hookBegin   = `<hook_prompt hook_run_id="`
	hookMiddle  = `">`
	hookEnd     = "</hook_prompt>"
	abortBegin  = "<turn_aborted>\n"
	abortEnd    = "\n</turn_aborted>"
	actionBegin = "<user_action>\n"
	actionEnd   = "</user_action>"
	agentBegin  = "<subagent_notification>\n"
	agentEnd    = "</subagent_notification>"
	nameBegin   = "<name>"
	nameEnd     = "</name>\n"
)

// Part is a text of a message with its description in the message.
type Part struct {
	// Role is user or developer. Mark is the part's content_item_kind, or empty if it has none.
	Role, Mark string
	Text       timeline.Text
}

// Read returns the content without what Codex put around it, and its origin. Origin is nil for text that a person
// typed, whatever it looks like. Rebuilt reports that each CLI regenerates the text.
func (p Part) Read() (content timeline.Text, origin *timeline.Origin, rebuilt bool) {
	kind, ok := ofMark(p.Mark)
	if p.Mark == UserText {
		return p.Text, nil, false
	}
	if !ok {
		if content, origin, told := timeline.ParseTold(p.Text); told {
			return content, origin, false
		}
		kind, ok = ofTag(p.Role, p.Text)
	}
	switch {
	case !ok && p.Role == "user":
		return p.Text, nil, false
	case !ok:
		kind = timeline.Reminder
	}
	content, origin = unwrap(kind, p.Text)
	return content, origin, slices.Contains(timeline.RebuiltOrigins(), kind)
}

// unwrap removes what Codex puts around a text of a kind. It leaves a text in another form unchanged.
func unwrap(kind timeline.OriginKind, text timeline.Text) (timeline.Text, *timeline.Origin) {
	o := &timeline.Origin{Kind: kind}
	switch kind {
	case timeline.Shell:
		return unwrapShell(text, o), o
	case timeline.Skill:
		return unwrapSkill(text, o), o
	case timeline.Hook:
		return unwrapHook(text, o), o
	case timeline.Interruption:
		inner, _ := between(text, abortBegin, abortEnd)
		return inner, o
	case timeline.Notification:
		return unwrapNotification(text, o), o
	}
	return text, o
}

func unwrapShell(text timeline.Text, o *timeline.Origin) timeline.Text {
	inner, ok := between(text, shellBegin, shellEnd)
	command, result, found := cut(inner, shellResult)
	if !ok || !found {
		return text
	}
	o.Typed = command
	for !result.HasPrefix(shellOutput) {
		line, rest, more := cut(result, "\n")
		if !more {
			return result
		}
		if code, isCode := exitLine(line.Head(headerWindow)); isCode {
			exit := int(code)
			o.ExitCode = &exit
		}
		if took, isTime := secondsOf(line.Head(headerWindow), durationBegin); isTime {
			o.DurationMS = &took
		}
		result = rest
	}
	return result.Slice(timeline.NewText(shellOutput).Len(), result.Len())
}

// unwrapSkill keeps the skill's path in the text, because the skill's other files are there.
func unwrapSkill(text timeline.Text, o *timeline.Origin) timeline.Text {
	inner, ok := between(text, skillBegin, skillEnd)
	if !ok || !inner.HasPrefix(nameBegin) {
		return inner
	}
	name, rest, found := cut(inner, nameEnd)
	if !found {
		return inner
	}
	o.Name = strings.TrimPrefix(name.String(), nameBegin)
	return rest
}

// unwrapHook parses a Stop hook's order. It is XML, unlike the context from other hooks.
func unwrapHook(text timeline.Text, o *timeline.Origin) timeline.Text {
	inner, ok := between(text, hookBegin, hookEnd)
	run, order, found := cut(inner, `">`)
	if !ok || !found {
		return text
	}
	event, _, _ := strings.Cut(html.UnescapeString(run.String()), ":")
	o.Name = hookEvents[event]
	if o.Name == "" {
		o.Name = event
	}
	if bytes.IndexByte(order.Inner(), '&') >= 0 {
		order = timeline.NewText(html.UnescapeString(order.String()))
	}
	return order
}

// hookEvents maps the hooks that give orders from their names in run ids to their names in settings.
var hookEvents = map[string]string{"stop": "Stop", "subagent_stop": "SubagentStop"}

func unwrapNotification(text timeline.Text, o *timeline.Origin) timeline.Text {
	if inner, ok := between(text, actionBegin, actionEnd); ok {
		o.Name = "review"
		return inner
	}
	inner, _ := between(text, agentBegin, agentEnd)
	return inner
}

// between returns the text between a beginning and an ending, or the whole text if they are not both there. White space
// may follow the ending.
func between(text timeline.Text, begin, end string) (timeline.Text, bool) {
	inner, first, last := text.Inner(), timeline.NewText(begin).Inner(), timeline.NewText(end).Inner()
	at := bytes.LastIndex(inner, last)
	if !bytes.HasPrefix(inner, first) || at < len(first) || !text.Slice(at+len(last), len(inner)).IsBlank() {
		return text, false
	}
	return text.Slice(len(first), at), true
}

// cut splits a text around the first separator.
func cut(text timeline.Text, separator string) (before, after timeline.Text, found bool) {
	inner, mark := text.Inner(), timeline.NewText(separator).Inner()
	at := bytes.Index(inner, mark)
	if at < 0 {
		return text, timeline.Text{}, false
	}
	return text.Slice(0, at), text.Slice(at+len(mark), len(inner)), true
}
