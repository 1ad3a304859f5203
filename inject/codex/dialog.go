package codex

import (
	"cmp"
	"strings"

	"stead/adapters/codex"
	"stead/inject"
	"stead/inject/signals"
	"stead/internal/adapt/jsonl"
	"stead/internal/sys/lazy"
	"stead/timeline"
)

var _ inject.Answerer = Driver{}

// called makes a question from a call, in case the CLI asks about it next.
func called(item jsonl.Value, tool string, arguments jsonl.Value) signals.Signal {
	universal, input := codex.ToUniversal(tool, arguments)
	question := inject.QuestionOf(tool, arguments, universal, input)
	if command := jsonl.Value(input).Get("command").String(); command != "" {
		question.About = tool + ": " + command
	}
	question.ID, question.Reason = item.Get("call_id").String(), arguments.Get("justification").String()
	return signals.Signal{About: question.About, Question: question}
}

// patched makes a question from a call whose argument is a text: a patch.
func patched(item jsonl.Value) signals.Signal {
	tool, patch := item.Get("name").String(), item.Get("input")
	universal, input := codex.PatchToUniversal(timeline.RawText(patch))
	question := inject.QuestionOf(tool, input, universal, input)
	question.ID, question.About = item.Get("call_id").String(), tool+": "+firstLine(patch.String())
	return signals.Signal{About: question.About, Question: question}
}

// firstLine returns the first informative line. The first line of a patch is not.
func firstLine(text string) string {
	text = strings.TrimPrefix(strings.TrimSpace(text), "*** Begin Patch\n")
	line, _, _ := strings.Cut(text, "\n")
	return strings.TrimPrefix(line, "*** ")
}

// dialog describes Codex's permission dialog (0.169.0). The key for each answer follows it.
var dialog = inject.Dialog{Tops: []string{"Would you like to ", "Do you want to "}, Keys: shortcut,
	Labels: []inject.Label{
		{Begin: "Yes, proceed", Name: signals.Allow}, {Begin: "Yes, just this once", Name: signals.Allow},
		{Begin: "Yes, ", Name: signals.Always},
		{Begin: "No, and don't ask", Name: "deny-always"}, {Begin: "No", Name: signals.Deny},
	}}

// Offers implements inject.Answerer.
func (Driver) Offers(q signals.Question, screen []byte) []inject.Offer {
	return dialog.Offers(q, screen)
}

var keyBehind = lazy.Regexp(`\((\w+)\)$`)

// shortcut returns the key that follows an answer. An answer without a key is chosen by its number.
func shortcut(number, label string) string {
	found := keyBehind().FindStringSubmatch(label)
	switch {
	case found == nil:
		return number
	case found[1] == "esc":
		return "\x1b"
	}
	return cmp.Or(found[1], number)
}
