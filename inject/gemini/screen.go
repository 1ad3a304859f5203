package gemini

import (
	"strings"

	"stead/inject"
	"stead/inject/signals"
	"stead/internal/sys/lazy"
)

var _ inject.Answerer = Driver{}

// titles begin the window's title: a symbol for the state, then the model's thought or a word, then the folder.
var titles = []struct {
	begin string
	state signals.State
}{
	{"✋  Action Required", signals.Permission}, {"◇  Ready", signals.Input}, {"✦  ", signals.Working},
	{"⏲  Working", signals.Working},
}

func ofTitle(title string) (signals.Signal, bool) {
	for _, t := range titles {
		if strings.HasPrefix(title, t.begin) {
			return signals.Signal{State: t.state}, true
		}
	}
	return signals.Signal{}, false
}

// ofNotice reads a notification, which the user must have turned on: "title | kind | details".
func ofNotice(text string) (signals.Signal, bool) {
	about := text[strings.LastIndex(text, "| ")+1:]
	switch {
	case strings.Contains(text, "Gemini CLI needs your attention"):
		return signals.Signal{State: signals.Permission, About: strings.TrimSpace(about)}, true
	case strings.Contains(text, "Gemini CLI session complete"):
		return signals.Signal{State: signals.Input}, true
	}
	return signals.Signal{}, false
}

// allowance is the question whether a call may run. Its frame shows the tool and a description of the call, after a
// question mark.
var allowance = []inject.Question{{Text: "? ", Answer: "1. Allow once", State: signals.Permission}}

// place matches the position among several calls at the end of the row.
var place = lazy.Regexp(`\s+\d+ of \d+$`)

// dialog describes Gemini CLI's dialogs (0.61.0).
var dialog = inject.Dialog{Tops: []string{"? "}, Labels: []inject.Label{
	{Begin: "Allow once", Name: signals.Allow}, {Begin: "Allow", Name: signals.Always},
	{Begin: "No", Name: signals.Deny}, {Begin: "Modify"},
}}

// Offers implements inject.Answerer.
func (Driver) Offers(q signals.Question, screen []byte) []inject.Offer {
	return dialog.Offers(q, screen)
}

// notPrompts are texts on the screen that mean that the composer accepts no prompt: a question, and the shell mode, in
// which the text is a shell command.
var notPrompts = []inject.Question{
	{Text: "Do you trust the files in this folder?", Answer: "1. Trust folder", State: signals.Input},
	{Text: "shell mode enabled (esc to disable)", Answer: "!", State: signals.Input},
}

// refusals are the questions that appear when a model's service refuses for a longer time, identified by their texts.
// The title still says that the CLI works.
var refusals = []struct {
	text string
	kind signals.Kind
}{
	{"Usage limit reached for", signals.Usage}, {"We are currently experiencing high demand", signals.Overloaded},
}

// insist and yield are the first answers to these questions. The CLI offers another model if there is one.
const insist, yield = "1. Keep trying", "1. Switch to "

func ofScreen(screen []byte) (signals.Signal, bool) {
	if signal, ok := inject.Asked(screen, allowance); ok {
		tool, call, _ := strings.Cut(strings.TrimPrefix(signal.About, "? "), "  ")
		signal.About = tool + ": " + place().ReplaceAllString(call, "")
		signal.Question = &signals.Question{Tool: tool, About: signal.About, Partial: true}
		return signal, true
	}
	for _, r := range refusals {
		questions := []inject.Question{{Text: r.text, Answer: insist, State: signals.Input},
			{Text: r.text, Answer: yield, State: signals.Input}}
		if signal, ok := inject.Asked(screen, questions); ok {
			signal.Limit = &signals.Limit{Kind: r.kind, Final: true}
			return signal, true
		}
	}
	return inject.Asked(screen, notPrompts)
}
