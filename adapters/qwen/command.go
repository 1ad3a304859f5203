package qwen

import (
	"slices"
	"strings"

	"stead/internal/adapt/jsonl"
)

// dialogs are commands of the CLI that leave no trace in the session and send nothing to the model.
var dialogs = []string{
	"/?", "/agents", "/approval-mode", "/arena", "/auth", "/branch", "/clear", "/connect", "/continue", "/copy",
	"/delete", "/editor", "/effort",
	"/extensions", "/help", "/hooks", "/ide", "/language", "/login", "/manage-models", "/mcp", "/memory", "/model",
	"/output-style",
	"/permissions", "/resume", "/rewind", "/rollback", "/settings", "/skills", "/stats", "/statusline", "/tasks",
	"/terminal-setup", "/theme",
	"/trust", "/usage", "/vim",
}

// Announced returns the slash command whose text the next record holds, which is a command that displayed nothing. It
// returns nil for any other record.
func (r *Record) Announced() jsonl.Value {
	if !r.Type.Is(TypeSystem) || !r.Subtype.Is(Slash) || !r.Payload.Get("phase").Is("result") {
		return nil
	}
	typed := r.Payload.Get("rawCommand")
	name, _, _ := strings.Cut(typed.String(), " ")
	for range jsonl.Elements(r.Payload.Get("outputHistoryItems")) {
		return nil
	}
	if !strings.HasPrefix(name, "/") || slices.Contains(dialogs, name) {
		return nil
	}
	return typed
}

// IsAnswer reports whether the record belongs to a slash command that the CLI answered instead of the model.
func (r *Record) IsAnswer() bool {
	if !r.Type.Is(TypeSystem) || !r.Subtype.Is(Slash) || !r.Payload.Get("phase").Is("result") ||
		string(r.Payload.Get("sentToModel")) == "true" {
		return false
	}
	isAnswer := false
	for item := range jsonl.Elements(r.Payload.Get("outputHistoryItems")) {
		if !item.Get("type").Is("assistant") {
			return false
		}
		isAnswer = true
	}
	return isAnswer
}

// IsTypedFor reports whether a record holds the line that the user typed for a command that the CLI answered.
func (r *Record) IsTypedFor(command *Record) bool {
	parts := Parts(r.Message)
	return command.IsAnswer() && r.Type.Is(TypeUser) && r.Subtype == nil && r.Message.Get("role").Is("user") &&
		len(parts) == 1 && parts[0].Text.IsString() && parts[0].Text.Is(command.Payload.Get("rawCommand").String())
}
