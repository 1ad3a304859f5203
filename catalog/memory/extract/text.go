package extract

import (
	"stead/catalog/memory"
	"stead/timeline"
)

// text is one of the texts that an entry holds.
type text struct {
	kind memory.Kind
	role memory.Role
	// content is decoded. Raw is the same as its source wrote it: empty where it was put together.
	content string
	raw     timeline.Text
}

// said returns a text as it stands in an entry.
func said(kind memory.Kind, role memory.Role, t timeline.Text) text {
	return text{kind: kind, role: role, content: t.String(), raw: t}
}

// texts returns the texts of an entry, in the order in which they were said. An entry that holds none, such as a
// picture, has one of its kind that is empty.
func (n toolNames) texts(e *timeline.Entry) []text {
	switch e.Type {
	case timeline.User:
		return []text{userText(e)}
	case timeline.Assistant:
		answer := said(memory.KindAnswer, memory.RoleAssistant, e.Content)
		if e.Thinking.IsBlank() {
			return []text{answer}
		}
		thinking := said(memory.KindThinking, memory.RoleAssistant, e.Thinking)
		if e.Content.IsBlank() {
			return []text{thinking}
		}
		return []text{thinking, answer}
	case timeline.ToolCall:
		return []text{{kind: memory.KindCall, role: memory.RoleAssistant, content: n.callText(e)}}
	case timeline.ToolResult:
		return []text{resultText(e)}
	}
	kind := memory.KindSystem
	if e.Compaction != nil {
		kind = memory.KindSummary
	}
	return []text{said(kind, memory.RoleSystem, e.Content)}
}

// userText is a prompt, or what reached the model beside it. Of a shell command that the user ran, the line that was
// typed belongs to it.
func userText(e *timeline.Entry) text {
	switch {
	case !e.IsContext():
		return said(memory.KindPrompt, memory.RoleUser, e.Content)
	case e.Origin.Kind == timeline.Shell && !e.Origin.Typed.IsEmpty():
		return text{kind: memory.KindContext, role: memory.RoleUser,
			content: "$ " + e.Origin.Typed.String() + "\n" + e.Content.String()}
	}
	return said(memory.KindContext, memory.RoleUser, e.Content)
}

// resultText is a call's output, behind which stands why it failed, where the source tells that apart.
func resultText(e *timeline.Entry) text {
	switch {
	case e.Error.IsBlank():
		return said(memory.KindResult, memory.RoleTool, e.Output)
	case e.Output.IsBlank():
		return said(memory.KindResult, memory.RoleTool, e.Error)
	}
	return text{kind: memory.KindResult, role: memory.RoleTool, content: e.Output.String() + "\n" + e.Error.String()}
}
