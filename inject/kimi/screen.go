package kimi

import (
	"slices"
	"strings"
	"unicode/utf8"

	"stead/inject"
	"stead/inject/signals"
	"stead/internal/sys/lazy"
)

// questions are the questions that appear before the session is open.
var questions = []inject.Question{
	{Text: "Trust this folder?", Answer: "Trust this folder", State: signals.Input},
}

// ofScreen reads questions that appear before the session is open, and the dialog for a command: a sub-agent's
// questions are in a session of its own, which stead does not follow. After the answer, only the remaining spinner
// shows it.
func ofScreen(screen []byte) (signals.Signal, bool) {
	signal, ok := ofDialogs(screen)
	if opened := openings().FindAllSubmatch(screen, -1); len(opened) > 0 {
		signal.Opened, ok = string(opened[len(opened)-1][1]), true
	}
	return signal, ok
}

// openings matches the lines that name the session that the user opened (2.1.0). The last one counts.
var openings = lazy.Regexp(`(?m)^ *(?:Started a new session|Resumed session) \((session_[0-9a-f-]{36})\)\. *$`)

func ofDialogs(screen []byte) (signals.Signal, bool) {
	lines := strings.Split(string(screen), "\n")
	if about, ok := commandAsked(lines); ok {
		question := &signals.Question{Tool: "Bash", About: about, Partial: true}
		return signals.Signal{State: signals.Permission, About: about, Question: question}, true
	}
	if slices.ContainsFunc(lines, isSpinner) {
		return signals.Signal{State: signals.Working}, true
	}
	return inject.Asked(screen, questions)
}

// isSpinner reports whether a line begins with one of the Braille patterns of the spinner.
func isSpinner(line string) bool {
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(line, " "))
	return first > '\u2800' && first <= '\u28FF'
}

// commandAsked returns the command in the dialog, in the form of the session's own record (2.1.0).
func commandAsked(lines []string) (about string, ok bool) {
	isOpen := false
	for _, line := range lines {
		line = strings.Trim(line, " ▶")
		switch {
		case line == "Run this command?":
			isOpen = true
		case isOpen && about == "" && strings.HasPrefix(line, "$ "):
			about = "Bash: " + line[len("$ "):]
		case about != "" && line == "1. Approve once":
			return about, true
		}
	}
	return "", false
}
