package gemini

import (
	"strings"

	"stead/inject"
	"stead/signs"
)

// titles begin the window's title: a sign of the state, then the model's thought or a word, then the folder.
var titles = []struct {
	begin string
	state signs.State
}{
	{"✋  Action Required", signs.Permission}, {"◇  Ready", signs.Input}, {"✦  ", signs.Working}, {"⏲  Working", signs.Working},
}

func ofTitle(title string) (signs.Sign, bool) {
	for _, t := range titles {
		if strings.HasPrefix(title, t.begin) {
			return signs.Sign{State: t.state}, true
		}
	}
	return signs.Sign{}, false
}

// ofNotice reads a notification, which the user must have turned on: "title | what it is | which".
func ofNotice(text string) (signs.Sign, bool) {
	about := text[strings.LastIndex(text, "| ")+1:]
	switch {
	case strings.Contains(text, "Gemini CLI needs your attention"):
		return signs.Sign{State: signs.Permission, About: strings.TrimSpace(about)}, true
	case strings.Contains(text, "Gemini CLI session complete"):
		return signs.Sign{State: signs.Input}, true
	}
	return signs.Sign{}, false
}

// allowance is the question whether a call may run: in its frame stands the tool with what the call does, behind a question mark.
var allowance = []inject.Question{{Text: "? ", Answer: "1. Allow once", State: signs.Permission}}

var trust = []inject.Question{{Text: "Do you trust the files in this folder?", Answer: "1. Trust folder", State: signs.Input}}

// refusals are the questions that come up when a model's service refuses for longer, by their texts. The title then still says that it works.
var refusals = []struct {
	text string
	kind signs.Kind
}{
	{"Usage limit reached for", signs.Usage}, {"We are currently experiencing high demand", signs.Overloaded},
}

// insist and yield are the first answers to those: another model is offered where there is one.
const insist, yield = "1. Keep trying", "1. Switch to "

func ofScreen(screen []byte) (signs.Sign, bool) {
	if sign, ok := inject.Asked(screen, allowance); ok {
		tool, call, _ := strings.Cut(strings.TrimPrefix(sign.About, "? "), "  ")
		sign.About = tool + ": " + call
		return sign, true
	}
	for _, r := range refusals {
		questions := []inject.Question{{Text: r.text, Answer: insist, State: signs.Input}, {Text: r.text, Answer: yield, State: signs.Input}}
		if sign, ok := inject.Asked(screen, questions); ok {
			sign.Limit = &signs.Limit{Kind: r.kind, Final: true}
			return sign, true
		}
	}
	return inject.Asked(screen, trust)
}
